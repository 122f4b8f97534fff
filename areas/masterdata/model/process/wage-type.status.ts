import { statuses } from '@qitao/core/status.ts'

export const wageType = statuses({
  piece: { code: 1, zh: '计件', en: 'Piece', colour: 'info' },
  hour: { code: 2, zh: '计时', en: 'Hour', colour: 'neutral' },
})
