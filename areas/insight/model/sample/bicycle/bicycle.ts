import { text } from '@qitao/core/text.ts'
import type { Factory, FactoryPast } from '../factory.ts'
import { recipes, substitutes } from './boms.ts'
import * as materials from './materials.ts'
import * as plant from './plant.ts'
import * as trade from './trade.ts'

const past: FactoryPast = {
  sold: {
    'BK-C1-RD': [48, 0.06, 0.3, 20],
    'BK-C1-BK': [58, 0.1, 0.3, 20],
    'BK-M27-GN': [36, -0.05, 0.35, 24],
    'BK-M29-BK': [32, 0.12, 0.35, 24],
    'BK-R1-WH': [14, 0.02, 0.4, 22],
    'BK-R1-BL': [16, 0.04, 0.4, 22],
    'BK-K16-RD': [56, 0, 0.5, 48],
    'BK-K20-BL': [40, 0.05, 0.5, 48],
    'BK-E1-BK': [16, 0.25, 0.2, 26],
  },
  lotDays: 14,
  lotHours: 20,
  lateDays: { 'V-TD': 6, 'V-LY': 3, 'V-CM': 4, 'V-DL': 9 },
  processes: {
    P10: [0.008, text('切口毛刺', 'Burr at the cut'), '1.8', '1'],
    P20: [0.01, text('弯管起皱', 'Wrinkled bend'), '2.2', '1'],
    P30: [0.015, text('焊缝气孔', 'Porous weld'), '7.5', '4'],
    P40: [0.006, text('校正超差', 'Out of true'), '2.4', '1'],
    P50: [0.02, text('漆面划伤', 'Scratched paint'), '3.2', '3'],
    P70: [0.006, text('轮圈偏摆', 'Rim runs out'), '3.4', '2'],
    P80: [0.004, text('把立错装', 'Stem fitted wrong'), '2.1', '1'],
    P90: [0.006, text('装配碰伤', 'Damaged in assembly'), '6.5', '3'],
    P100: [0.002, text('包装破损', 'Packing damaged'), '2.2', '1'],
  },
  stops: [
    text('气动扳手故障', 'Air wrench failed'),
    text('传送带卡滞', 'Conveyor jammed'),
    text('传感器误报', 'Sensor alarm'),
    text('焊枪堵嘴', 'Welding nozzle blocked'),
    text('喷枪压力不稳', 'Spray pressure unsteady'),
  ],
  inspections: [
    {
      code: 'IQC-TUBE',
      name: text('管材来料检验', 'Tubes as they come'),
      of: { incoming: 'T-TUBE' },
      sample_size: 3,
      items: [[text('壁厚', 'Wall thickness'), [1.6, 0.1, 'mm']], [text('表面', 'Surface')]],
    },
    {
      code: 'IPQC-WELD',
      name: text('车架焊接过程检', 'Frames at welding'),
      of: { process: 'P30' },
      sample_size: 3,
      items: [[text('对中偏差', 'Misalignment'), [0, 0.8, 'mm']], [text('焊缝外观', 'Look of the weld')]],
    },
    {
      code: 'FQC-BIKE',
      name: text('整车成品检验', 'Finished bicycles'),
      of: { final: 'T-BIKE' },
      sample_size: 2,
      items: [[text('制动距离', 'Braking distance'), [4.5, 0.9, 'm']], [text('外观', 'Appearance')]],
    },
  ],
}

/** A bicycle maker: tubes are cut, welded and painted, wheels built, bikes assembled. */
export const bicycle: Factory = {
  ...plant,
  ...trade,
  ...{ recipes, substitutes, past },
  ...{ materialTypes: materials.materialTypes, packUnits: materials.packUnits },
  ...{ finished: materials.bikes, semiFinished: materials.semiFinished, bought: materials.rawMaterials },
}
