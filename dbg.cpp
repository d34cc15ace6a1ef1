#include "lmtune/generate/generate.h"
#include "lmtune/template/template_source.h"
#include "lmtune/trace/trace.h"
#include <cstdio>
#include <cstdlib>
#include <bit>
using namespace lmtune;
int main(int argc,char**argv){ unsigned seed=atoi(argv[1]); int k=atoi(argv[2]); auto ps=generate_range({(uint64_t)k+1,seed,CampaignSize::kSmall}); auto&p=ps[k]; auto b=make_synthetic(p,template_source()); b.plan.reset(); b.id=benchmark_id(b); TraceOptions o; o.program="/tmp/build-cases/bin/lmtune"; auto r=trace_kernel(b,Variant::kBaseline,o); auto s=trace_synthetic(p);
 auto dump=[](const AccessTrace&t){ printf("flops %lu special %lu\n",t.operations.floating_point,t.operations.special); for(auto&i:t.instructions){printf("%s kind %d bytes %u n %zu:",i.argument.c_str(),(int)i.kind,i.bytes,i.accesses.size()); for(int a=0;a<20&&a<(int)i.accesses.size();++a) printf(" %lu",i.offsets[i.accesses[a].first_offset]); printf("\n");}}; dump(s); dump(r.trace);
 for(auto&x:b.spec.options) printf("%s ",x.c_str()); printf("\n"); }
