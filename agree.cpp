#include "lmtune/generate/generate.h"
#include "lmtune/template/template_source.h"
#include "lmtune/trace/trace.h"
#include <cstdio>
#include <cstdlib>
#include <map>
using namespace lmtune;
std::string difference(const AccessTrace& a, const AccessTrace& b) {
  if (a.group != b.group || a.items != b.items) return "work-group";
  if (a.barriers != b.barriers) return "barriers";
  if (a.local_bytes != b.local_bytes) return "local bytes";
  if (a.operations.floating_point != b.operations.floating_point) return "flops "+std::to_string(a.operations.floating_point)+" "+std::to_string(b.operations.floating_point);
  if (a.operations.special != b.operations.special) return "special";
  std::map<std::string,std::pair<int,int>> n; for(auto&i:a.instructions) n[i.argument+(i.kind==AccessKind::kLoad?" load":" store")].first++; for(auto&i:b.instructions) n[i.argument+(i.kind==AccessKind::kLoad?" load":" store")].second++;
  for(auto&[k,v]:n) if(v.first!=v.second) return "instructions "+k+" "+std::to_string(v.first)+" "+std::to_string(v.second);
  for (std::size_t i = 0; i < a.instructions.size(); ++i) if (a.instructions[i] != b.instructions[i]) return "accesses of " + a.instructions[i].argument+" "+std::to_string(a.instructions[i].offsets.size())+" "+std::to_string(b.instructions[i].offsets.size());
  return a == b ? "" : "something else";
}
int main(int argc,char**argv){ int n=atoi(argv[1]); unsigned seed=atoi(argv[2]); int bad=0, i=0;
 for(auto&p:generate_range({(uint64_t)n,seed,CampaignSize::kSmall})){ auto b=make_synthetic(p,template_source()); auto plan=b.plan; b.plan.reset(); b.id=benchmark_id(b); TraceOptions o; o.program="/tmp/build-cases/bin/lmtune";
  try { auto r=trace_kernel(b,Variant::kBaseline,o); auto d=difference(trace_synthetic(p),r.trace); if(!r.problems.empty()) d+=" problem "+r.problems[0]; if(d!=""){++bad; printf("%d %s: %s\n",i,b.name.c_str(),d.c_str()); for(auto&[k,v]:b.values) if(v!=0&&v!=1) printf(" %s=%g",k.c_str(),v); else if (v==1) printf(" %s",k.c_str()); printf("\n");}
   if(argc>3){ o.race_check=RaceCheck::kOn; auto c=trace_kernel(b,Variant::kCached,o); uint64_t l=0; for(auto&x:c.trace.instructions) if(x.argument=="target"&&x.kind==AccessKind::kLoad) l+=x.offsets.size()*(x.bytes/4>1&&p.copy_elements>1?p.copy_elements:1); uint64_t w=staged_elements(*plan)*plan->episodes; if(p.element==Element::kStruct) w*=c.trace.instructions.empty()?1:1; 
     if(!c.problems.empty()||(l!=w && p.element!=Element::kStruct)||c.trace.local_bytes!=plan->local_bytes+p.scratch_bytes||c.trace.barriers!=plan->barriers_per_episode*plan->episodes+r.trace.barriers){++bad; printf("%d CACHED %s staged %lu plan %lu local %lu plan %lu barriers %lu plan %lu %s\n",i,b.name.c_str(),l,w,c.trace.local_bytes,plan->local_bytes,c.trace.barriers,plan->barriers_per_episode*plan->episodes,c.problems.empty()?"":c.problems[0].c_str());for(auto&[k,v]:b.values) if(v!=0&&v!=1) printf(" %s=%g",k.c_str(),v); else if (v==1) printf(" %s",k.c_str()); printf("\n");} }
  } catch(std::exception&e){++bad; printf("%d %s: EXC %s\n",i,b.name.c_str(),e.what());} ++i; fflush(stdout);} printf("%d of %d bad\n",bad,n);}
