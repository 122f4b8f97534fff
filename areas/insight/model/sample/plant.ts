import type { InputOf } from '@qitao/core/record.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import type { cycleTime } from '@qitao/engineering/model/cycle-time.record.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar.record.ts'

/** People, calendars, workgroups, machines, and how long things take in the sample plant. */
export const processes: readonly (readonly [code: string, name: string, may_pause: boolean])[] = [
  ['P10', '切管 Cutting', true],
  ['P20', '弯管 Bending', true],
  ['P30', '焊接 Welding', true],
  ['P40', '校正 Alignment', true],
  // A batch in the oven is not left standing.
  ['P50', '喷涂 Painting', false],
  ['P70', '编轮 Wheel building', true],
  ['P80', '部装 Sub-assembly', true],
  ['P90', '总装 Final assembly', true],
  ['P100', '检验包装 Inspection and packing', true],
]

const clock = (hour: number, minute = 0): number => hour * hourSeconds + minute * minuteSeconds
const mondayToSaturday = [1, 2, 3, 4, 5, 6]
const mondayToFriday = [1, 2, 3, 4, 5]
const pause = (start: number, end: number, spannable = true) => ({ start_second: start, end_second: end, spannable })
const shift = (
  name: string,
  week_days: readonly number[],
  start: number,
  end: number,
  breaks: WeeklyShift['breaks'],
): WeeklyShift => ({ name, week_days: [...week_days], start_second: start, end_second: end, breaks })

export interface SampleCalendar {
  readonly name: string
  readonly is_default: boolean
  readonly shifts: readonly WeeklyShift[]
}
export const calendars: readonly SampleCalendar[] = [
  {
    name: '白班 Day shift',
    is_default: true,
    shifts: [
      shift('白班 Day', mondayToSaturday, clock(8), clock(17, 30), [
        pause(clock(10), clock(10, 10)),
        pause(clock(12), clock(13)),
        pause(clock(15), clock(15, 10)),
      ]),
    ],
  },
  {
    name: '两班 Two shifts',
    is_default: false,
    shifts: [
      shift('早班 Early', mondayToSaturday, clock(8), clock(16), [pause(clock(11, 30), clock(12))]),
      // Over midnight on workdays.
      shift('晚班 Late', mondayToFriday, clock(16), clock(0, 30), [pause(clock(19, 30), clock(20))]),
      shift('周六晚班 Late, Saturday', [6], clock(16), clock(20), []),
    ],
  },
  {
    name: '喷涂 Painting',
    is_default: false,
    shifts: [
      shift('喷涂班 Painting', mondayToSaturday, clock(7, 30), clock(19, 30), [pause(clock(12), clock(12, 45))]),
    ],
  },
]
export interface SampleDay {
  readonly calendar: string
  /** The first such weekday (1 Monday to 7 Sunday) that comes at least so many days after today. */
  readonly after_days: number
  readonly week_day: number
  /** 3 holiday, 4 overtime */
  readonly day_type: 3 | 4
  readonly shift?: readonly [name: string, start: number, end: number]
  readonly remark: string
}
export const exceptionDays: readonly SampleDay[] = [
  {
    calendar: '喷涂 Painting',
    after_days: 2,
    week_day: 7,
    day_type: 4,
    shift: ['加班 Overtime', clock(8), clock(16)],
    remark: '赶交期 Catching up',
  },
  { calendar: '白班 Day shift', after_days: 12, week_day: 6, day_type: 3, remark: '盘点停工 Stocktaking' },
  { calendar: '两班 Two shifts', after_days: 12, week_day: 6, day_type: 3, remark: '盘点停工 Stocktaking' },
  { calendar: '喷涂 Painting', after_days: 9, week_day: 3, day_type: 3, remark: '烘炉检修 Oven maintenance' },
]

/** Job roles by the pages that they open, named as in the site map. */
export const roles = {
  planner: { name: '计划员 Planner', groups: ['/planifier', '/management', '/process', '/basic'] },
  storekeeper: { name: '仓管员 Storekeeper', groups: ['/materiales', '/smartProcurement'] },
  foreman: { name: '班组长 Foreman', groups: ['/implementation'] },
  operator: { name: '操作工 Operator', groups: ['/implementation'] },
} as const
export type SampleRole = keyof typeof roles

/** Accounts begin with `demo.`; nobody knows their passwords until an administrator sets them. */
export const people: readonly (readonly [account: string, name: string, job_number: string, role: SampleRole])[] = [
  ['demo.jihua', '周明 Zhou Ming', 'D001', 'planner'],
  ['demo.cangku', '吴芳 Wu Fang', 'D002', 'storekeeper'],
  ['demo.banzhang1', '陈刚 Chen Gang', 'D101', 'foreman'],
  ['demo.banzhang2', '刘洋 Liu Yang', 'D102', 'foreman'],
  ['demo.hangong1', '孙伟 Sun Wei', 'D201', 'operator'],
  ['demo.hangong2', '赵磊 Zhao Lei', 'D202', 'operator'],
  ['demo.penqi', '钱军 Qian Jun', 'D203', 'operator'],
  ['demo.bianlun', '何静 He Jing', 'D204', 'operator'],
  ['demo.zongzhuang1', '马超 Ma Chao', 'D205', 'operator'],
  ['demo.zongzhuang2', '林娜 Lin Na', 'D206', 'operator'],
  ['demo.zongzhuang3', '高翔 Gao Xiang', 'D207', 'operator'],
  ['demo.baozhuang', '许婷 Xu Ting', 'D208', 'operator'],
]

export const workgroups: readonly {
  readonly code: string
  readonly name: string
  readonly leader: string
  readonly members: readonly string[]
  readonly calendar: string
}[] = [
  {
    code: 'G-FRAME',
    name: '车架组 Frame shop',
    leader: 'demo.banzhang1',
    members: ['demo.banzhang1', 'demo.hangong1', 'demo.hangong2'],
    calendar: '两班 Two shifts',
  },
  {
    code: 'G-PAINT',
    name: '喷涂组 Paint shop',
    leader: 'demo.banzhang1',
    members: ['demo.banzhang1', 'demo.penqi'],
    calendar: '喷涂 Painting',
  },
  {
    code: 'G-WHEEL',
    name: '轮组组 Wheel shop',
    leader: 'demo.banzhang2',
    members: ['demo.banzhang2', 'demo.bianlun'],
    calendar: '两班 Two shifts',
  },
  {
    code: 'G-FINAL',
    name: '总装组 Final assembly',
    leader: 'demo.banzhang2',
    members: ['demo.banzhang2', 'demo.zongzhuang1', 'demo.zongzhuang2', 'demo.zongzhuang3', 'demo.baozhuang'],
    calendar: '白班 Day shift',
  },
]

/** Twelve machines; without a calendar of its own a machine works as its workgroup does. */
export const devices: readonly (readonly [
  machine_no: string,
  name: string,
  model: string,
  processes: readonly string[],
  workgroup: string,
  calendar: string | null,
  efficiency: string,
])[] = [
  ['M01', '激光切管机 Laser tube cutter', 'LT-6020', ['P10'], 'G-FRAME', null, '1'],
  ['M02', '数控弯管机 CNC bender', 'NB-38', ['P20'], 'G-FRAME', '白班 Day shift', '1'],
  ['M03', '焊接机器人一 Welding robot 1', 'WR-6A', ['P30'], 'G-FRAME', null, '1.1'],
  ['M04', '焊接机器人二 Welding robot 2', 'WR-6A', ['P30'], 'G-FRAME', null, '1'],
  ['M05', '校正台 Alignment bench', 'AB-2', ['P40'], 'G-FRAME', null, '1'],
  ['M06', '喷涂线一 Paint line 1', 'PL-40', ['P50'], 'G-PAINT', null, '1'],
  ['M07', '喷涂线二 Paint line 2', 'PL-25', ['P50'], 'G-PAINT', null, '0.8'],
  ['M08', '编轮机一 Wheel machine 1', 'WB-12', ['P70'], 'G-WHEEL', null, '1'],
  ['M09', '编轮部装台 Wheels and sub-assembly', 'WB-8', ['P70', 'P80'], 'G-WHEEL', null, '0.9'],
  ['M10', '总装线A Assembly line A', 'AL-10', ['P90'], 'G-FINAL', '两班 Two shifts', '1'],
  ['M11', '总装线B Assembly line B', 'AL-8', ['P90'], 'G-FINAL', null, '0.95'],
  ['M12', '检验包装台 Inspection and packing', 'QP-4', ['P100'], 'G-FINAL', '两班 Two shifts', '1'],
]

type Time = Pick<InputOf<typeof cycleTime>, 'cycle_seconds' | 'setup_seconds' | 'employees' | 'expected_oee'>
/** For any product at a process, and what differs for a product or a machine. */
export const cycleTimes: readonly (Time & { process: string; product?: string; machine?: string })[] = [
  { process: 'P10', cycle_seconds: '75', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P20', cycle_seconds: '80', setup_seconds: 900, employees: 1, expected_oee: '0.9' },
  { process: 'P30', cycle_seconds: '330', setup_seconds: 1200, employees: 1, expected_oee: '0.85' },
  { process: 'P30', product: 'FR-E1', cycle_seconds: '480', setup_seconds: 1800, employees: 1, expected_oee: '0.85' },
  { process: 'P30', product: 'FK-C', cycle_seconds: '110', setup_seconds: 900, employees: 1, expected_oee: '0.85' },
  { process: 'P30', product: 'FK-R', cycle_seconds: '120', setup_seconds: 900, employees: 1, expected_oee: '0.85' },
  { process: 'P30', product: 'FK-K16', cycle_seconds: '90', setup_seconds: 900, employees: 1, expected_oee: '0.85' },
  { process: 'P30', product: 'FK-K20', cycle_seconds: '90', setup_seconds: 900, employees: 1, expected_oee: '0.85' },
  { process: 'P40', cycle_seconds: '120', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
  { process: 'P50', cycle_seconds: '150', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P50', product: 'FP-E1-BK', cycle_seconds: '200', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P70', cycle_seconds: '160', setup_seconds: 600, employees: 1, expected_oee: '0.9' },
  { process: 'P80', cycle_seconds: '120', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
  { process: 'P90', cycle_seconds: '420', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', product: 'BK-E1-BK', cycle_seconds: '780', setup_seconds: 900, employees: 2, expected_oee: '0.85' },
  { process: 'P90', product: 'BK-R1-WH', cycle_seconds: '560', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', product: 'BK-R1-BL', cycle_seconds: '560', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P90', machine: 'M11', cycle_seconds: '460', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
  { process: 'P100', cycle_seconds: '150', setup_seconds: 300, employees: 1, expected_oee: '0.95' },
]

const colours = ['红', '黑', '绿', '白', '蓝'] as const
/** Light after dark needs the longest cleaning. */
const cleaningMinutes = (from: string, to: string): number => (to === '白' ? 60 : from === '黑' ? 45 : 30)
/** Between colours on every paint line, and between models on assembly line A. */
export const changeovers: readonly { machine?: string; from: string; to: string; minutes: number }[] = [
  ...colours.flatMap(from =>
    colours.filter(to => to !== from).map(to => ({ from, to, minutes: cleaningMinutes(from, to) })),
  ),
  { machine: 'M10', from: '儿童', to: '山地', minutes: 40 },
  { machine: 'M10', from: '山地', to: '儿童', minutes: 40 },
  { machine: 'M10', from: '城市', to: '公路', minutes: 20 },
  { machine: 'M10', from: '公路', to: '城市', minutes: 20 },
]

/** Who works at a machine. */
export const operators: Readonly<Record<string, string>> = {
  M01: 'demo.hangong1',
  M02: 'demo.hangong2',
  M03: 'demo.hangong1',
  M04: 'demo.hangong2',
  M05: 'demo.hangong2',
  M06: 'demo.penqi',
  M07: 'demo.penqi',
  M08: 'demo.bianlun',
  M09: 'demo.bianlun',
  M10: 'demo.zongzhuang1',
  M11: 'demo.zongzhuang2',
  M12: 'demo.baozhuang',
}
/** How much of the tasks that come first is reported: whole tasks, then a part of one. */
export const reportedShares: readonly string[] = ['1', '1', '1', '0.5', '0.4', '0.25']
export const dispatchedTasks = 16
