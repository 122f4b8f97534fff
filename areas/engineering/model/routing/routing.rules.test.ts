import { explain, Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { checkRouting } from './routing.rules.ts'

test('a sequence that is there twice is refused with both rows and the remedy', () => {
  const around = { materialIds: new Set<string>(), processIds: new Set(['cut']) }
  const lines = [10, 20, 10].map(sequence => ({ sequence, process_id: 'cut', overlap_quantity: null, wait_seconds: 0 }))
  const told = (language: 'zh' | 'en') => {
    try {
      checkRouting({ material_id: null, lines }, around)
    } catch (error) {
      if (error instanceof Refusal) return explain(error.definition, error.data, language)
      throw error
    }
    return undefined
  }
  expect(told('zh')).toBe('第3行「顺序」：与第1行重复；并行工序请在制造BOM中设置')
  expect(told('en')).toContain('Row 1 has it already; what runs side by side is set in the manufacturing BoM')
})
