import { errors } from '@qitao/core/refusal.ts'

/** Forecast and plans, 5301 to 5310, 5326 and 5327. */
export const demandErrors = errors({
  configExists: [5301, '预测配置已存在', 'The forecast config already exists'],
  configMissing: [5302, '预测配置不存在', 'The forecast config does not exist'],
  configEnabled: [
    5303,
    '启用中的预测配置不能修改或删除，请先停用',
    'An enabled forecast config cannot be altered or deleted: disable it first',
  ],
  forecastRunning: [5304, '正在计算中，请稍等', 'The forecast is being calculated, please wait'],
  parameterInvalid: [5305, '预测参数不正确', 'Wrong forecast parameter'],
  defaultConfigKept: [5306, '默认预测配置不能删除', 'The default forecast config cannot be deleted'],
  rangeOverThreeYears: [5307, '预测历史数据最多保留3年', 'Forecast history is kept 3 years'],
  stockPlanRunning: [5308, '正在计算中，请稍等', 'The stock plan is being calculated, please wait'],
  nothingShort: [
    5309,
    '{code}没有缺料：可能已为其建立工单，请刷新',
    'Nothing is short of {code}: work orders may have been made of it, please refresh',
  ],
  nothingForecast: [
    5310,
    '没有当前周期的预测可发布，请先计算预测',
    'There is no forecast of the current periods to release: calculate it first',
  ],
  moreThanForecast: [
    5327,
    '{period}的预测只有{quantity}，不能移出更多：请减少数量，或刷新后再移',
    'Only {quantity} is forecast in {period}: move less, or refresh and move again',
  ],
  historyShort: [5326, '历史数据不足，预测结果仅供参考', 'Not enough history, the forecast is only a hint'],
})
