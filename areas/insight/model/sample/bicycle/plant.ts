import { type Text, text } from '@qitao/core/text.ts'
import { clock, dayShift, mondayToSaturday, shift, twoShifts } from '../common.ts'
import type { Factory } from '../factory.ts'
import { series } from './series.ts'

/** People, calendars, workgroups, machines, and how long things take in the bicycle plant. */
export const processes: Factory['processes'] = [
  ['P10', text('切管', 'Cutting'), true],
  ['P20', text('弯管', 'Bending'), true],
  ['P30', text('焊接', 'Welding'), true],
  ['P40', text('校正', 'Alignment'), true],
  // A batch in the oven is not left standing.
  ['P50', text('喷涂', 'Painting'), false],
  ['P70', text('编轮', 'Wheel building'), true],
  ['P80', text('部装', 'Sub-assembly'), true],
  ['P90', text('总装', 'Final assembly'), true],
  ['P100', text('检验包装', 'Inspection and packing'), true],
]

export const calendars: Factory['calendars'] = [
  dayShift,
  twoShifts,
  {
    key: 'painting',
    name: text('喷涂', 'Painting'),
    is_default: false,
    shifts: [
      // Without a break: the largest lot, cleaning included, goes through in a day.
      shift(text('喷涂班', 'Painting'), mondayToSaturday, clock(7, 30), clock(19, 30), []),
    ],
  },
]
export const exceptionDays: Factory['exceptionDays'] = [
  {
    calendar: 'painting',
    after_days: 2,
    week_day: 7,
    day_type: 4,
    shift: [text('加班', 'Overtime'), clock(8), clock(16)],
    remark: text('赶交期', 'Catching up'),
  },
  { calendar: 'day', after_days: 12, week_day: 6, day_type: 3, remark: text('盘点停工', 'Stocktaking') },
  { calendar: 'two_shifts', after_days: 12, week_day: 6, day_type: 3, remark: text('盘点停工', 'Stocktaking') },
  { calendar: 'painting', after_days: 9, week_day: 3, day_type: 3, remark: text('烘炉检修', 'Oven maintenance') },
]

export const people: Factory['people'] = [
  ['demo.jihua', text('周明', 'Zhou Ming'), 'D001', 'planner'],
  ['demo.cangku', text('吴芳', 'Wu Fang'), 'D002', 'storekeeper'],
  ['demo.banzhang1', text('陈刚', 'Chen Gang'), 'D101', 'foreman'],
  ['demo.banzhang2', text('刘洋', 'Liu Yang'), 'D102', 'foreman'],
  ['demo.hangong1', text('孙伟', 'Sun Wei'), 'D201', 'operator'],
  ['demo.hangong2', text('赵磊', 'Zhao Lei'), 'D202', 'operator'],
  ['demo.penqi', text('钱军', 'Qian Jun'), 'D203', 'operator'],
  ['demo.bianlun', text('何静', 'He Jing'), 'D204', 'operator'],
  ['demo.zongzhuang1', text('马超', 'Ma Chao'), 'D205', 'operator'],
  ['demo.zongzhuang2', text('林娜', 'Lin Na'), 'D206', 'operator'],
  ['demo.zongzhuang3', text('高翔', 'Gao Xiang'), 'D207', 'operator'],
  ['demo.baozhuang', text('许婷', 'Xu Ting'), 'D208', 'operator'],
]

export const workgroups: Factory['workgroups'] = [
  {
    code: 'G-FRAME',
    name: text('车架组', 'Frame shop'),
    leader: 'demo.banzhang1',
    members: ['demo.banzhang1', 'demo.hangong1', 'demo.hangong2'],
    calendar: 'two_shifts',
  },
  {
    code: 'G-PAINT',
    name: text('喷涂组', 'Paint shop'),
    leader: 'demo.banzhang1',
    members: ['demo.banzhang1', 'demo.penqi'],
    calendar: 'painting',
  },
  {
    code: 'G-WHEEL',
    name: text('轮组组', 'Wheel shop'),
    leader: 'demo.banzhang2',
    members: ['demo.banzhang2', 'demo.bianlun'],
    calendar: 'two_shifts',
  },
  {
    code: 'G-FINAL',
    name: text('总装组', 'Final assembly'),
    leader: 'demo.banzhang2',
    members: ['demo.banzhang2', 'demo.zongzhuang1', 'demo.zongzhuang2', 'demo.zongzhuang3', 'demo.baozhuang'],
    calendar: 'day',
  },
]

/** Twelve machines. Their calendars fit what they are asked for: the narrow ones work two shifts. */
export const devices: Factory['devices'] = [
  {
    no: 'M01',
    name: text('激光切管机', 'Laser tube cutter'),
    model: 'LT-6020',
    processes: ['P10'],
    workgroup: 'G-FRAME',
    calendar: 'day',
    efficiency: '1',
    operator: 'demo.hangong1',
    hourly_rate: '85',
    maintenance_days: 90,
  },
  {
    no: 'M02',
    name: text('数控弯管机', 'CNC bender'),
    model: 'NB-38',
    processes: ['P20'],
    workgroup: 'G-FRAME',
    calendar: 'day',
    efficiency: '1',
    operator: 'demo.hangong2',
    hourly_rate: '45',
    maintenance_days: 90,
  },
  {
    no: 'M03',
    name: text('焊接机器人一', 'Welding robot 1'),
    model: 'WR-6A',
    processes: ['P30'],
    workgroup: 'G-FRAME',
    efficiency: '1.1',
    operator: 'demo.hangong1',
    hourly_rate: '95',
    maintenance_days: 60,
  },
  {
    no: 'M04',
    name: text('焊接机器人二', 'Welding robot 2'),
    model: 'WR-6A',
    processes: ['P30'],
    workgroup: 'G-FRAME',
    efficiency: '1',
    operator: 'demo.hangong2',
    hourly_rate: '95',
    maintenance_days: 60,
  },
  {
    no: 'M05',
    name: text('校正台', 'Alignment bench'),
    model: 'AB-2',
    processes: ['P40'],
    workgroup: 'G-FRAME',
    calendar: 'day',
    efficiency: '1',
    operator: 'demo.hangong2',
    hourly_rate: '30',
    maintenance_days: 90,
  },
  {
    no: 'M06',
    name: text('喷涂线一', 'Paint line 1'),
    model: 'PL-40',
    processes: ['P50'],
    workgroup: 'G-PAINT',
    efficiency: '1',
    operator: 'demo.penqi',
    hourly_rate: '120',
    maintenance_days: 60,
  },
  {
    no: 'M07',
    name: text('喷涂线二', 'Paint line 2'),
    model: 'PL-25',
    processes: ['P50'],
    workgroup: 'G-PAINT',
    efficiency: '0.8',
    operator: 'demo.penqi',
    hourly_rate: '90',
    maintenance_days: 60,
  },
  {
    no: 'M08',
    name: text('编轮机一', 'Wheel machine 1'),
    model: 'WB-12',
    processes: ['P70'],
    workgroup: 'G-WHEEL',
    efficiency: '1',
    operator: 'demo.bianlun',
    hourly_rate: '40',
    maintenance_days: 90,
  },
  {
    no: 'M09',
    name: text('编轮部装台', 'Wheels and sub-assembly'),
    model: 'WB-8',
    processes: ['P70', 'P80'],
    workgroup: 'G-WHEEL',
    efficiency: '0.9',
    operator: 'demo.bianlun',
    hourly_rate: '30',
    maintenance_days: 90,
  },
  {
    no: 'M10',
    name: text('总装线A', 'Assembly line A'),
    model: 'AL-10',
    processes: ['P90'],
    workgroup: 'G-FINAL',
    calendar: 'two_shifts',
    efficiency: '1',
    operator: 'demo.zongzhuang1',
    hourly_rate: '60',
    maintenance_days: 90,
  },
  {
    no: 'M11',
    name: text('总装线B', 'Assembly line B'),
    model: 'AL-8',
    processes: ['P90'],
    workgroup: 'G-FINAL',
    efficiency: '0.95',
    operator: 'demo.zongzhuang2',
    hourly_rate: '50',
    maintenance_days: 90,
  },
  {
    no: 'M12',
    name: text('检验包装台', 'Inspection and packing'),
    model: 'QP-4',
    processes: ['P100'],
    workgroup: 'G-FINAL',
    efficiency: '1',
    operator: 'demo.baozhuang',
    hourly_rate: '25',
    maintenance_days: 90,
  },
]

export const cycleTimes: Factory['cycleTimes'] = [
  { process: 'P10', cycle_seconds: '360', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P20', cycle_seconds: '440', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P30', cycle_seconds: '1120', setup_seconds: 1200, employees: 1, expected_oee: '0.9' },
  { process: 'P30', product: 'FR-E1', cycle_seconds: '1580', setup_seconds: 1800, employees: 1, expected_oee: '0.9' },
  { process: 'P30', product: 'FK-C', cycle_seconds: '310', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P30', product: 'FK-R', cycle_seconds: '330', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P30', product: 'FK-K16', cycle_seconds: '260', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P30', product: 'FK-K20', cycle_seconds: '260', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P40', cycle_seconds: '370', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
  { process: 'P50', cycle_seconds: '480', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P50', product: 'FP-E1-BK', cycle_seconds: '620', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P70', cycle_seconds: '520', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P80', cycle_seconds: '330', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
  { process: 'P90', cycle_seconds: '1060', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', product: 'BK-E1-BK', cycle_seconds: '1650', setup_seconds: 900, employees: 2, expected_oee: '0.9' },
  { process: 'P90', product: 'BK-R1-WH', cycle_seconds: '1320', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', product: 'BK-R1-BL', cycle_seconds: '1320', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', machine: 'M11', cycle_seconds: '1120', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P100', cycle_seconds: '370', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
]

const colours = [series.red, series.black, series.green, series.white, series.blue]
/** Light after dark needs the longest cleaning. */
const cleaningMinutes = (from: Text, to: Text): number => (to === series.white ? 60 : from === series.black ? 45 : 30)
/** Between colours on every paint line, and between models on assembly line A. */
export const moulds: Factory['moulds'] = [
  { code: 'TL-JIG', name: text('车架焊接工装', 'Frame welding jig'), kind: 'tool', process: 'P30', quantity: 2 },
]
export const skills: Factory['skills'] = [
  { process: 'P30', level: 3, certificate: text('焊工证', 'Welder certificate') },
  { process: 'P70', level: 2 },
]
export const furnaces: Factory['furnaces'] = []
export const changeovers: Factory['changeovers'] = [
  ...colours.flatMap(from =>
    colours.filter(to => to !== from).map(to => ({ from, to, minutes: cleaningMinutes(from, to) })),
  ),
  { machine: 'M10', from: series.kids, to: series.mountain, minutes: 40 },
  { machine: 'M10', from: series.mountain, to: series.kids, minutes: 40 },
  { machine: 'M10', from: series.city, to: series.road, minutes: 20 },
  { machine: 'M10', from: series.road, to: series.city, minutes: 20 },
]
