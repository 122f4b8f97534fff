import { text } from '@qitao/core/text.ts'

/** The factory of the journey: a wheel of rim, spokes and hub, laced and trued. */
export const wheel = { code: 'WH-700', name: text('公路轮组', 'Road wheel') }
export const rim = { code: 'RIM-700', name: text('铝合金轮圈', 'Alloy rim') }
export const spoke = { code: 'SPK-280', name: text('不锈钢辐条', 'Steel spoke') }
export const lacing = { code: 'LACE', name: text('编轮', 'Lacing') }
export const truing = { code: 'TRUE', name: text('校正', 'Truing') }
export const bench = { code: 'B-01', name: text('一号工作台', 'Work bench') }
export const stand = { code: 'T-01', name: text('调圈机', 'Wheel stand') }
export const customer = { code: 'C-100', name: text('骑行车行', 'Rider Bikes') }
export const supplier = { code: 'V-100', name: text('辐条厂', 'Spoke Works') }
export const crew = { code: 'TEAM-A', name: text('轮组班', 'Wheel crew') }
/** The one person of the company, who does all the work. */
export const worker = text('李工', 'Lee Worker')
export const piece = text('件', 'pcs')
export const warehouse = { code: 'W1', name: text('总仓', 'Main warehouse') }
export const bin = { code: 'A-01' }

export const route = { code: 'R-WHEEL', name: text('轮组工艺', 'Wheel route') }
export const steps = [lacing, truing]
/** Components of one wheel. */
export const recipe = [
  [rim, '1'],
  [spoke, '28'],
] as const
/** Wheels of the one order, and the spokes that they take. */
export const ordered = 10
export const spokesNeeded = '280'
