import { statuses } from '@qitao/core/status.ts'

/** How the demand of a material is: it says which models are tried. */
export const demandKind = statuses({
  steady: { code: 'steady', zh: '连续', en: 'Steady', colour: 'success' },
  intermittent: { code: 'intermittent', zh: '间歇', en: 'Intermittent', colour: 'info' },
  short: { code: 'short', zh: '历史不足', en: 'Short history', colour: 'warning' },
  none: { code: 'none', zh: '无需求', en: 'No demand', colour: 'neutral' },
})

export const forecastModel = statuses({
  /** The mean of all that apply: what is taken unless a config says otherwise. */
  combined: { code: 'combined', zh: '组合', en: 'Combined', colour: 'neutral' },
  /** What people set, and nothing where they set nothing. */
  user_input: { code: 'user_input', zh: '用户输入', en: 'User input', colour: 'neutral' },
  rolling_average: { code: 'rolling_average', zh: '移动平均', en: 'Rolling average', colour: 'neutral' },
  yoy: { code: 'yoy', zh: '同比', en: 'YoY', colour: 'neutral' },
  exponential: { code: 'exponential', zh: '指数平滑', en: 'Exponential', colour: 'neutral' },
  holt: { code: 'holt', zh: '霍尔特', en: 'Holt', colour: 'neutral' },
  theta: { code: 'theta', zh: 'Theta', en: 'Theta', colour: 'neutral' },
  damped: { code: 'damped', zh: '阻尼趋势', en: 'Damped trend', colour: 'neutral' },
  autoregression: { code: 'autoregression', zh: '自回归', en: 'Autoregression', colour: 'neutral' },
  theta_of_three: { code: 'theta_of_three', zh: '三期合并Theta', en: 'Theta of three periods', colour: 'neutral' },
  damped_of_two: {
    code: 'damped_of_two',
    zh: '两期合并阻尼趋势',
    en: 'Damped trend of two periods',
    colour: 'neutral',
  },
  evolving_season: { code: 'evolving_season', zh: '季节演变', en: 'Evolving season', colour: 'neutral' },
  rolling_year: { code: 'rolling_year', zh: '一年移动平均', en: 'Rolling average of a year', colour: 'neutral' },
  exponential_fast: { code: 'exponential_fast', zh: '快速指数平滑', en: 'Fast exponential', colour: 'neutral' },
  croston: { code: 'croston', zh: 'Croston', en: 'Croston', colour: 'neutral' },
  sba: { code: 'sba', zh: 'SBA', en: 'SBA', colour: 'neutral' },
  tsb: { code: 'tsb', zh: 'TSB', en: 'TSB', colour: 'neutral' },
  adida: { code: 'adida', zh: 'ADIDA', en: 'ADIDA', colour: 'neutral' },
})
