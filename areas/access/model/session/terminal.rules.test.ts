import { expect, test } from 'vitest'
import { registersElsewhere } from './terminal.rules.ts'

test.each([
  [
    'over plain HTTP, and the product is under TLS',
    'http://10.0.0.5:3000',
    'https://qitao.plant.cn',
    'https://qitao.plant.cn',
  ],
  ['under TLS', 'https://qitao.plant.cn', 'https://qitao.plant.cn', undefined],
  ['both over plain HTTP', 'http://10.0.0.5:3000', 'http://10.0.0.5:3000', undefined],
  ['nobody knows', 'http://10.0.0.5:3000', null, undefined],
])('%s', (_, shown, served, expected) => expect(registersElsewhere(shown, served)).toBe(expected))
