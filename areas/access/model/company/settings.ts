import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'

/**
 * Settings of a company, each with its type, default, limits and meaning, declared once: the calls check by it, the
 * settings page is drawn from it, and `loadSettings` gives the planning areas typed values. Stored and sent as text.
 */
interface Common {
  readonly title: Text
  /** What changes when it is changed. */
  readonly meaning: Text
  /** Code of the config mode (specification section 9). */
  readonly mode?: number
}
export interface FlagSetting extends Common {
  readonly kind: 'flag'
  readonly default: boolean
}
export interface IntegerSetting extends Common {
  readonly kind: 'integer'
  readonly default: number
  readonly min: number
  readonly max: number
  readonly unit?: Text
  /** What a value outside of the limits answers. */
  readonly outside: ErrorDefinition
}
export interface ChoiceSetting<C extends string = string> extends Common {
  readonly kind: 'choice'
  readonly default: C
  readonly options: readonly { readonly code: C; readonly title: Text }[]
}
export type Setting = FlagSetting | IntegerSetting | ChoiceSetting

const flag = (of: Omit<FlagSetting, 'kind'>): FlagSetting => ({ kind: 'flag', ...of })
const integer = (of: Omit<IntegerSetting, 'kind'>): IntegerSetting => ({ kind: 'integer', ...of })
const choice = <const C extends string>(of: Omit<ChoiceSetting<C>, 'kind'>): ChoiceSetting<C> => ({
  kind: 'choice',
  ...of,
})
const weight = (of: Pick<IntegerSetting, 'title' | 'meaning' | 'default'>): IntegerSetting =>
  integer({ ...of, min: 0, max: 10_000, outside: generalErrors.badParameter })

export const settings = {
  material_plan_performance_guarantee: flag({
    mode: 32,
    default: false,
    title: text('承诺保障', 'Keep what is promised'),
    meaning: text(
      '开启后，已承诺订单分配到的物料不会被其他工单的齐套计算拿走。',
      'When on, material given to promised orders is not taken away when other orders are kitted.',
    ),
  }),
  material_plan_no_hold_unscheduled: flag({
    mode: 33,
    default: false,
    title: text('未排产不占用', 'No hold when unscheduled'),
    meaning: text(
      '开启后，未排产的工单不占用物料，库存留给已排产的工单。',
      'When on, an order that is not scheduled holds no material; stock stays free for scheduled orders.',
    ),
  }),
  kitting_use_in_transit: flag({
    default: true,
    title: text('齐套计入在途', 'Kit from purchases in transit'),
    meaning: text(
      '开启后，在途采购按预计到货时间参与齐套；关闭后只看在库和在制。',
      'When on, purchases in transit count from their expected arrival; when off, only stock and production count.',
    ),
  }),
  kitting_arrival_day: choice({
    default: 'announced',
    options: [
      { code: 'announced', title: text('预计到货日', 'Announced day') },
      { code: 'p50', title: text('按历史P50', 'P50 by history') },
      { code: 'p90', title: text('按历史P90', 'P90 by history') },
    ],
    title: text('在途到货按', 'Purchases count from'),
    meaning: text(
      '齐套、承诺和按BOM查库存把在途采购算到哪一天：供应商告知的预计到货日，或再加上该供应商历史延迟（P50：一半不超过；P90：九成不超过），不早于预计到货日。',
      'The day from which kits, promises and stock by BoM count a purchase: as announced, or with the delay learnt of its supplier (P50: half come by then; P90: nine in ten), never before the announced day.',
    ),
  }),
  receiving_time: choice({
    default: 'first_shift',
    options: [
      { code: 'first_shift', title: text('当天首班开始', 'Start of the first shift') },
      ...Array.from({ length: 24 }, (_, hour) => {
        const clock = `${String(hour).padStart(2, '0')}:00`
        return { code: clock, title: text(clock, clock) }
      }),
    ],
    title: text('到货时刻', 'Goods come at'),
    meaning: text(
      '预计某天到货的物料从当天几点起可用：默认日历当天首班开始（休息日则下一个工作日），或固定时刻。齐套、承诺、排产和按BOM查库存一致。',
      'From what time goods that are due on a day can be used: when the first shift of the default calendar begins (on a day off, of the next working day), or a fixed hour. Kits, promises, the schedule and stock by BoM go by it.',
    ),
  }),
  kitting_use_in_production: flag({
    default: true,
    title: text('齐套计入在制', 'Kit from production'),
    meaning: text(
      '开启后，在制工单的产出按计划完工时间参与齐套。',
      'When on, the output of orders in production counts from its planned finish.',
    ),
  }),
  kitting_use_substitutes: flag({
    default: true,
    title: text('允许替代料', 'Use substitutes'),
    meaning: text(
      '开启后，主料不足时按物料BOM中替代料的优先顺序补足。',
      'When on, a short component is filled up from the substitutes of the material BoM, in their order.',
    ),
  }),
  lead_queue_hours: integer({
    default: 8,
    min: 0,
    max: 240,
    unit: text('小时', 'hours'),
    outside: generalErrors.badParameter,
    title: text('每道工序排队', 'Queue before a step'),
    meaning: text(
      '未排产的工单按工艺路线推算提前期：工时按日历折算，每道工序再加此排队时间。',
      'An order that is not planned takes the time of its routing by cycle times and calendar, and so long before each step until its machine is free.',
    ),
  }),
  overhead_percent: integer({
    default: 0,
    min: 0,
    max: 500,
    unit: text('%', '%'),
    outside: generalErrors.badParameter,
    title: text('制造费用率', 'Overhead'),
    meaning: text(
      '毛利中在人工和设备成本之上按此比例加计的制造费用；已关账的期间不变。',
      'So much is added to the cost of labour and machines as overhead when margins are computed; periods that are closed stay.',
    ),
  }),
  production_plan_performance_guarantee: flag({
    mode: 34,
    default: false,
    title: text('承诺保障', 'Keep what is promised'),
    meaning: text(
      '开启后，重新排程时已承诺的工单完工时间不晚于承诺时间。',
      'When on, rescheduling never moves the finish of a promised order beyond its promised time.',
    ),
  }),
  production_plan_no_schedule_not_kitted: flag({
    mode: 35,
    default: false,
    title: text('未齐套不排产', 'No scheduling when not kitted'),
    meaning: text('开启后，未齐套的工单不能排产。', 'When on, an order that is not fully kitted cannot be scheduled.'),
  }),
  publish_window_value: integer({
    default: 7,
    min: 1,
    max: 10_000,
    outside: generalErrors.number1To10000,
    title: text('发布窗口', 'Publishing window'),
    meaning: text(
      '只发布从现在起在此时间内开始的任务；按天设置时最大为365。',
      'Only tasks that start within this time from now are published; at most 365 when set in days.',
    ),
  }),
  publish_window_unit: choice({
    default: 'day',
    options: [
      { code: 'day', title: text('天', 'days') },
      { code: 'hour', title: text('小时', 'hours') },
    ],
    title: text('发布窗口单位', 'Publishing window unit'),
    meaning: text('发布窗口按天或按小时计算。', 'Whether the publishing window counts days or hours.'),
  }),
  schedule_weight_tardiness: weight({
    default: 1000,
    title: text('交期权重', 'Weight of due dates'),
    meaning: text(
      '按工单优先级加权的拖期越少越好；0表示不考虑。',
      'Less lateness, weighted by the priority of the orders; 0 means not considered.',
    ),
  }),
  schedule_weight_changeover: weight({
    default: 100,
    title: text('换型权重', 'Weight of changeovers'),
    meaning: text('换模换线时间越少越好；0表示不考虑。', 'Less changeover time; 0 means not considered.'),
  }),
  schedule_weight_utilization: weight({
    default: 10,
    title: text('利用率权重', 'Weight of utilisation'),
    meaning: text(
      '设备空闲越少、完工越早越好；0表示不考虑。',
      'Less idle time and an earlier finish; 0 means not considered.',
    ),
  }),
  schedule_weight_work_in_progress: weight({
    default: 1,
    title: text('在制品权重', 'Weight of work in progress'),
    meaning: text('不过早开工，在制品越少越好；0表示不考虑。', 'No earlier start than needed; 0 means not considered.'),
  }),
  schedule_weight_stability: weight({
    default: 1,
    title: text('稳定权重', 'Weight of stability'),
    meaning: text(
      '重排时任务尽量留在原来的设备和时间；0表示不考虑。',
      'Tasks stay where the plan has them when it is made anew; 0 means not considered.',
    ),
  }),
  schedule_late_share: integer({
    default: 0,
    min: 0,
    max: 100,
    unit: text('%', '%'),
    outside: generalErrors.badParameter,
    title: text('在途晚到比例', 'Share of late arrivals'),
    meaning: text(
      '自动排程假设在途物料有此比例晚到，优先采用届时仍能按期的计划，总延期可能略增；0表示都按预计到货。',
      'Scheduling takes this share of what is on its way to come late and prefers plans that are in time all the same, at the price of a little planned lateness; 0 means all comes as announced.',
    ),
  }),
  schedule_late_days: integer({
    default: 2,
    min: 1,
    max: 60,
    unit: text('天', 'days'),
    outside: generalErrors.badParameter,
    title: text('平均晚到天数', 'Mean delay of late arrivals'),
    meaning: text('晚到的物料平均晚多少天。', 'By how many days late material is late in the mean.'),
  }),
  repair_overtime_hours: integer({
    default: 2,
    min: 0,
    max: 8,
    unit: text('小时', 'hours'),
    outside: generalErrors.badParameter,
    title: text('修复计划每日加班上限', 'Most overtime a day in a repair'),
    meaning: text(
      '修复计划时可建议瓶颈设备的日历每天最多延长多少小时；0表示不建议加班。',
      'By how many hours a day putting the plan right may propose to prolong the calendar of the machines that bind; 0: overtime is not proposed.',
    ),
  }),
  report_requires_picking: flag({
    default: false,
    title: text('报工前须领料', 'Picking before reporting'),
    meaning: text(
      '开启后，工单物料全部领料后才能开工和报工；关闭时，报工自动从库存扣料。',
      'When on, tasks start and are reported only when all material of the order is picked; when off, a report takes it from stock.',
    ),
  }),
  andon_leader_minutes: integer({
    default: 10,
    min: 1,
    max: 1440,
    unit: text('分钟', 'minutes'),
    outside: generalErrors.badParameter,
    title: text('安灯升级到班组长', 'Andon rises to the leader'),
    meaning: text(
      '呼叫超过此时间无人响应时，通知设备所属班组的班组长。',
      "A call that nobody has answered for so long reaches the leader of the machine's group.",
    ),
  }),
  andon_manager_minutes: integer({
    default: 30,
    min: 1,
    max: 1440,
    unit: text('分钟', 'minutes'),
    outside: generalErrors.badParameter,
    title: text('安灯升级到主管', 'Andon rises to the manager'),
    meaning: text(
      '仍无人响应时，通知安灯责任人中的主管；未设主管时通知管理员。',
      'When still nobody has, it reaches the manager named under Andon duties; where none is named, the administrators.',
    ),
  }),
  stop_repair_minutes: integer({
    default: 30,
    min: 1,
    max: 1440,
    unit: text('分钟', 'minutes'),
    outside: generalErrors.badParameter,
    title: text('停机提示修复计划', 'A stop asks for a repair'),
    meaning: text(
      '设备类呼叫超过此时间未解决时，提示计划员登记停机并修复计划。',
      'When a call for a machine is not solved for so long, the planners are asked to enter the stop and repair the plan.',
    ),
  }),
  over_receipt_percent: integer({
    default: 0,
    min: 0,
    max: 100,
    unit: text('%', '%'),
    outside: generalErrors.badParameter,
    title: text('采购超收允许', 'Over-receipt of purchases'),
    meaning: text(
      '采购入库最多可超出订单数量的比例；超出但在允许内时提示，再多则不能入库。供应商和物料可另行设定，物料优先。',
      'By how much of the ordered quantity a receipt of a purchase may exceed it: within it the receipt warns, beyond it it is refused. A supplier or a material may say otherwise, the material first.',
    ),
  }),
  data_permission: flag({
    mode: 40,
    default: true,
    title: text('数据权限', 'Data permission'),
    meaning: text(
      '开启后，角色的数据范围生效：「仅本人创建」只看本人创建的销售单据，「本班组」在车间也只看本班组的。',
      'When on, the data scope of roles holds: “Own only” sees the own sales documents, “Own workgroups” of the floor what the own workgroups do as well.',
    ),
  }),
  mfa_required: choice({
    default: 'none',
    options: [
      { code: 'none', title: text('自愿', 'Nobody must') },
      { code: 'admins', title: text('管理员', 'Administrators') },
      { code: 'all', title: text('所有成员', 'Everybody') },
    ],
    title: text('必须两步验证', 'Two-step sign-in is asked of'),
    meaning: text(
      '被要求的成员登录时除密码外须输入验证器中的验证码；尚未设置的成员下一步操作前须重新登录并设置。',
      'Those it is asked of sign in with a code of an authenticator besides the password. Who has none sets it up at a new sign-in, before anything else.',
    ),
  }),
  first_password_change: flag({
    default: true,
    title: text('首次登录须改密码', 'First password is changed'),
    meaning: text(
      '开启后，由管理员设置的密码（新建用户、重置密码）在首次用它登录时必须改成自己的密码。',
      'When on, a password that was set for a member (a new user, a reset) is changed for an own one at the first sign-in by it.',
    ),
  }),
  import_row_limit: integer({
    default: 5000,
    min: 1,
    max: 10_000,
    outside: generalErrors.number1To10000,
    unit: text('行', 'rows'),
    title: text('单个Excel导入行数上限', 'Most rows of an imported Excel file'),
    meaning: text('超过此行数的Excel文件不能导入。', 'An Excel file with more rows is not imported.'),
  }),
} as const satisfies Record<string, Setting>

type ValueOf<S> = S extends FlagSetting
  ? boolean
  : S extends IntegerSetting
    ? number
    : S extends ChoiceSetting<infer C>
      ? C
      : never
export type SettingKey = keyof typeof settings
/** Values of all settings of a company, defaults filled in. */
export type Settings = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> }

export const settingKeys = Object.keys(settings) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
export const settingOf = (key: SettingKey): Setting => settings[key]
export const settingOfMode = (mode: number): SettingKey | undefined =>
  settingKeys.find(key => settingOf(key).mode === mode)

/** Settings of the two plans and the workshop, in the order in which they are shown; a unit stands with its number. */
export const materialPlanSettings: readonly SettingKey[] = [
  'material_plan_performance_guarantee',
  'material_plan_no_hold_unscheduled',
  'kitting_use_in_transit',
  'kitting_arrival_day',
  'receiving_time',
  'kitting_use_in_production',
  'kitting_use_substitutes',
  'lead_queue_hours',
]
export const marginSettings: readonly SettingKey[] = ['overhead_percent']
export const workshopSettings: readonly SettingKey[] = [
  'report_requires_picking',
  'andon_leader_minutes',
  'andon_manager_minutes',
  'stop_repair_minutes',
]
export const warehouseSettings: readonly SettingKey[] = ['over_receipt_percent']
export const productionPlanSettings: readonly SettingKey[] = [
  'production_plan_performance_guarantee',
  'production_plan_no_schedule_not_kitted',
  'publish_window_value',
  'schedule_weight_tardiness',
  'schedule_weight_changeover',
  'schedule_weight_utilization',
  'schedule_weight_work_in_progress',
  'schedule_weight_stability',
  'schedule_late_share',
  'schedule_late_days',
  'repair_overtime_hours',
]
