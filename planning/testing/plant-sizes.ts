import fc from 'fast-check'

/** What every random plant is drawn by; each test has its own orders, machines and days beside. */
export const plantSizes = {
  seed: fc.nat(1e9),
  longestRouting: fc.integer({ min: 1, max: 5 }),
  rich: fc.boolean(),
  furnaces: fc.boolean(),
}
