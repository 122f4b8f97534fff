import { Dispatcher } from '@qitao/planning/scheduling/dispatch.ts'
import { Waiting } from '@qitao/planning/scheduling/waiting.ts'
import { Timetable } from '@qitao/planning/scheduling/timetable.ts'
import { compile } from '@qitao/planning/scheduling/model.ts'
import { findStuckOrders } from '@qitao/planning/scheduling/causes.ts'
import { rules, solve } from '@qitao/planning/scheduling/solve.ts'
import { urgencyOf } from '@qitao/planning/scheduling/urgency.ts'
import { randomPlant } from '@qitao/planning/testing/random-plant.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { planPlantMaterial } from './plant-material.ts'
import { openOperations, problemOf } from './plant-problem.ts'
const f=process.argv[2]
let problem
if(f){const plant=JSON.parse(gunzipSync(readFileSync(f)).toString());const o=openOperations(plant);problem=problemOf(plant,o,planPlantMaterial(plant,o))}
else problem=randomPlant({ seed:1, orders:20000, machines:300, longestRouting: 9, days: 400, furnaces: true })
let looks=0,scanned=0,seen=0,finds=0,len=0
const L=Waiting.prototype.look as any
;(Waiting.prototype as any).look=function(lane:number,...a:any[]){looks++; len+=Math.min(300,this.lengths[this.model.laneMachine[lane]]); L.call(this,lane,...a); seen+=this.count}
const F=Timetable.prototype.find as any
;(Timetable.prototype as any).find=function(...a:any[]){finds++;return F.apply(this,a)}
const model=compile(problem)
const d=new Dispatcher(model,urgencyOf(model))
const c=process.cpuUsage()
const sol=solve(model,d,rules[0]!,findStuckOrders(model))
const e=process.cpuUsage(c)
console.log({looks,len,seen,finds,cpu:(e.user+e.system)/1e6, tard:sol.score.weightedTardinessHours})
import { retime } from '@qitao/planning/scheduling/retime.ts'
import { scoreOf } from '@qitao/planning/scheduling/score.ts'
const cpu=()=>{const {user,system}=process.cpuUsage();return (user+system)/1e6}
const skip=new Uint8Array(model.orderCount)
for(let r=0;r<2;r++){
let t=cpu(); d.run(rules[0]!,skip); let t1=cpu(); const s1=scoreOf(d.timetable,skip); let t2=cpu(); const tt=retime(d.timetable); let t3=cpu(); const s2=scoreOf(tt,skip)
console.log('run',(t1-t).toFixed(2),'score',(t2-t1).toFixed(2),'retime',(t3-t2).toFixed(2),s1.weightedTardinessHours,s2.weightedTardinessHours, s1.flowSeconds/3600|0, s2.flowSeconds/3600|0)
}
