import { statuses } from '@qitao/core/status.ts'

/** A release is judged this many periods ahead at most. */
export const mostLag = 12

/** By what the accuracy of releases is told. */
export const accuracyGroup = statuses({
  lag: { code: 'lag', zh: '提前期数', en: 'Lag', colour: 'neutral' },
  material: { code: 'material', zh: '物料', en: 'Material', colour: 'neutral' },
  series: { code: 'series', zh: '系列', en: 'Series', colour: 'neutral' },
  model: { code: 'model', zh: '模型', en: 'Model', colour: 'neutral' },
  person: { code: 'person', zh: '人', en: 'Person', colour: 'neutral' },
})

/** What asks for somebody's attention. */
export const accuracyOnly = statuses({
  biased: { code: 'biased', zh: '偏差大', en: 'Biased', colour: 'warning' },
  harmed: { code: 'harmed', zh: '人工使误差变大', en: 'Made worse by people', colour: 'danger' },
})
