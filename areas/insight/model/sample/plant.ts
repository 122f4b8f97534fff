import type { InputOf } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import type { cycleTime } from '@qitao/engineering/model/time/cycle-time.record.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import { series } from './series.ts'

/** People, calendars, workgroups, machines, and how long things take in the sample plant. */
export const processes: readonly (readonly [code: string, name: Text, may_pause: boolean])[] = [
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

const clock = (hour: number, minute = 0): number => hour * hourSeconds + minute * minuteSeconds
const mondayToSaturday = [1, 2, 3, 4, 5, 6]
const mondayToFriday = [1, 2, 3, 4, 5]
const pause = (start: number, end: number, spannable = true) => ({ start_second: start, end_second: end, spannable })
type SampleShift = Omit<WeeklyShift, 'name'> & { readonly name: Text }
const shift = (
  name: Text,
  week_days: readonly number[],
  start: number,
  end: number,
  breaks: WeeklyShift['breaks'],
): SampleShift => ({ name, week_days: [...week_days], start_second: start, end_second: end, breaks })

type CalendarKey = 'day' | 'two_shifts' | 'painting'
export interface SampleCalendar {
  readonly key: CalendarKey
  readonly name: Text
  readonly is_default: boolean
  readonly shifts: readonly SampleShift[]
}
export const calendars: readonly SampleCalendar[] = [
  {
    key: 'day',
    name: text('白班', 'Day shift'),
    is_default: true,
    shifts: [
      shift(text('白班', 'Day'), mondayToSaturday, clock(8), clock(17, 30), [
        pause(clock(10), clock(10, 10)),
        pause(clock(12), clock(13)),
        pause(clock(15), clock(15, 10)),
      ]),
    ],
  },
  {
    key: 'two_shifts',
    name: text('两班', 'Two shifts'),
    is_default: false,
    shifts: [
      shift(text('早班', 'Early'), mondayToSaturday, clock(8), clock(16), [pause(clock(11, 30), clock(12))]),
      // Over midnight on workdays.
      shift(text('晚班', 'Late'), mondayToFriday, clock(16), clock(0, 30), [pause(clock(19, 30), clock(20))]),
      shift(text('周六晚班', 'Late, Saturday'), [6], clock(16), clock(20), []),
    ],
  },
  {
    key: 'painting',
    name: text('喷涂', 'Painting'),
    is_default: false,
    shifts: [
      shift(text('喷涂班', 'Painting'), mondayToSaturday, clock(7, 30), clock(19, 30), [
        pause(clock(12), clock(12, 45)),
      ]),
    ],
  },
]
export interface SampleDay {
  readonly calendar: CalendarKey
  /** The first such weekday (1 Monday to 7 Sunday) that comes at least so many days after today. */
  readonly after_days: number
  readonly week_day: number
  /** 3 holiday, 4 overtime */
  readonly day_type: 3 | 4
  readonly shift?: readonly [name: Text, start: number, end: number]
  readonly remark: Text
}
export const exceptionDays: readonly SampleDay[] = [
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

/** Job roles by the pages that they open, named as in the site map. */
export const roles = {
  planner: { name: text('计划员', 'Planner'), groups: ['/planifier', '/management', '/process', '/basic'] },
  storekeeper: { name: text('仓管员', 'Storekeeper'), groups: ['/materiales', '/smartProcurement'] },
  foreman: { name: text('班组长', 'Foreman'), groups: ['/implementation'] },
  operator: { name: text('操作工', 'Operator'), groups: ['/implementation'] },
} as const
export type SampleRole = keyof typeof roles

/** Accounts begin with `demo.`; nobody knows their passwords until an administrator sets them. */
export const people: readonly (readonly [account: string, name: Text, job_number: string, role: SampleRole])[] = [
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

export const workgroups: readonly {
  readonly code: string
  readonly name: Text
  readonly leader: string
  readonly members: readonly string[]
  readonly calendar: CalendarKey
}[] = [
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

/** Twelve machines; without a calendar of its own a machine works as its workgroup does. */
export const devices: readonly (readonly [
  machine_no: string,
  name: Text,
  model: string,
  processes: readonly string[],
  workgroup: string,
  calendar: CalendarKey | null,
  efficiency: string,
])[] = [
  ['M01', text('激光切管机', 'Laser tube cutter'), 'LT-6020', ['P10'], 'G-FRAME', null, '1'],
  ['M02', text('数控弯管机', 'CNC bender'), 'NB-38', ['P20'], 'G-FRAME', 'day', '1'],
  ['M03', text('焊接机器人一', 'Welding robot 1'), 'WR-6A', ['P30'], 'G-FRAME', null, '1.1'],
  ['M04', text('焊接机器人二', 'Welding robot 2'), 'WR-6A', ['P30'], 'G-FRAME', null, '1'],
  ['M05', text('校正台', 'Alignment bench'), 'AB-2', ['P40'], 'G-FRAME', null, '1'],
  ['M06', text('喷涂线一', 'Paint line 1'), 'PL-40', ['P50'], 'G-PAINT', null, '1'],
  ['M07', text('喷涂线二', 'Paint line 2'), 'PL-25', ['P50'], 'G-PAINT', null, '0.8'],
  ['M08', text('编轮机一', 'Wheel machine 1'), 'WB-12', ['P70'], 'G-WHEEL', null, '1'],
  ['M09', text('编轮部装台', 'Wheels and sub-assembly'), 'WB-8', ['P70', 'P80'], 'G-WHEEL', null, '0.9'],
  ['M10', text('总装线A', 'Assembly line A'), 'AL-10', ['P90'], 'G-FINAL', 'two_shifts', '1'],
  ['M11', text('总装线B', 'Assembly line B'), 'AL-8', ['P90'], 'G-FINAL', null, '0.95'],
  ['M12', text('检验包装台', 'Inspection and packing'), 'QP-4', ['P100'], 'G-FINAL', 'two_shifts', '1'],
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

const colours = [series.red, series.black, series.green, series.white, series.blue]
/** Light after dark needs the longest cleaning. */
const cleaningMinutes = (from: Text, to: Text): number => (to === series.white ? 60 : from === series.black ? 45 : 30)
/** Between colours on every paint line, and between models on assembly line A. */
export const changeovers: readonly { machine?: string; from: Text; to: Text; minutes: number }[] = [
  ...colours.flatMap(from =>
    colours.filter(to => to !== from).map(to => ({ from, to, minutes: cleaningMinutes(from, to) })),
  ),
  { machine: 'M10', from: series.kids, to: series.mountain, minutes: 40 },
  { machine: 'M10', from: series.mountain, to: series.kids, minutes: 40 },
  { machine: 'M10', from: series.city, to: series.road, minutes: 20 },
  { machine: 'M10', from: series.road, to: series.city, minutes: 20 },
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
