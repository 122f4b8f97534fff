import type { Recipe, Substitute, Use } from '../factory.ts'

const dryingSeconds = 2 * 3600

const weldedFrame = (product: string, cutting: readonly Use[], welding: readonly Use[]): Recipe => ({
  product,
  steps: [
    { process: 'P10', uses: cutting, overlap: '10' },
    { process: 'P30', uses: [...welding, ['CS-WIRE', '0.12', '0.05']], overlap: '5' },
    { process: 'P40', uses: [] },
  ],
})
const aluminium = (main: string, second: string): readonly Use[] => [
  [main, '1.4', '0.03'],
  ['TU-AL28', second, '0.03'],
  ['TU-AL19', '1.8', '0.03'],
]
const steel = (metres: string): readonly Use[] => [['TU-ST25', metres, '0.03']]
const joints: readonly Use[] = [
  ['PT-HEAD', '1'],
  ['PT-BB', '1'],
  ['PT-DROP', '1'],
]

const paintedFrame = (product: string, bare: string, paint: string, kilograms = '0.18'): Recipe => ({
  product,
  steps: [
    {
      process: 'P50',
      uses: [
        [bare, '1'],
        ['PA-PRIM', '0.12', '0.1'],
        [paint, kilograms, '0.1'],
        ['PA-CLR', '0.08', '0.1'],
      ],
      wait_seconds: dryingSeconds,
    },
  ],
})
const fork = (product: string, tube: string, metres: string): Recipe => ({
  product,
  steps: [
    { process: 'P20', uses: [[tube, metres, '0.03']], overlap: '20' },
    {
      process: 'P30',
      uses: [
        ['PT-STEER', '1'],
        ['CS-WIRE', '0.04', '0.05'],
      ],
    },
    {
      process: 'P50',
      uses: [
        ['PA-PRIM', '0.05', '0.1'],
        ['PA-BK', '0.06', '0.1'],
      ],
      wait_seconds: dryingSeconds,
    },
  ],
})
const wheel = (
  product: string,
  rim: string,
  hub: string,
  spoke: string,
  spokes: string,
  tyre: string,
  tube: string,
): Recipe => ({
  product,
  steps: [
    {
      process: 'P70',
      uses: [
        [rim, '1', '0.01'],
        [hub, '1'],
        [spoke, spokes, '0.02'],
        [tyre, '1'],
        [tube, '1', '0.01'],
      ],
    },
  ],
})
const handlebar = (product: string, bar: string, grips: string): Recipe => ({
  product,
  steps: [
    {
      process: 'P80',
      uses: [
        [bar, '1'],
        ['ST-STEM', '1'],
        [grips, '1'],
      ],
    },
  ],
})

interface BikeParts {
  readonly frame: string
  readonly fork: string
  readonly wheels: string
  readonly handlebar: string
  readonly brakes: string
  readonly drivetrain: string
  readonly saddle: string
  readonly box: string
  readonly extras?: readonly Use[]
}
const bike = (product: string, parts: BikeParts): Recipe => ({
  product,
  steps: [
    {
      process: 'P90',
      uses: [
        [parts.frame, '1'],
        [parts.fork, '1'],
        [`WF-${parts.wheels}`, '1'],
        [`WR-${parts.wheels}`, '1'],
        [parts.handlebar, '1'],
        [parts.brakes, '1'],
        [parts.drivetrain, '1'],
        [parts.saddle, '1'],
        ['PT-POST', '1'],
        ['PT-PEDAL', '1'],
        ['PT-HSET', '1'],
        ...(parts.extras ?? []),
      ],
      overlap: '5',
    },
    {
      process: 'P100',
      uses: [
        ['PK-DECAL', '1', '0.02'],
        [parts.box, '1', '0.01'],
      ],
    },
  ],
})
const city = {
  fork: 'FK-C',
  wheels: '700',
  handlebar: 'HB-FLAT',
  brakes: 'BR-V',
  drivetrain: 'DR-7',
  saddle: 'SD-CITY',
  box: 'PK-BOX-L',
  extras: [
    ['PT-STAND', '1'],
    ['PT-BELL', '1'],
  ],
} as const
const mountain = { handlebar: 'HB-FLAT', brakes: 'BR-HYD', drivetrain: 'DR-12', saddle: 'SD-SPORT', box: 'PK-BOX-L' }
const road = {
  fork: 'FK-R',
  wheels: '700',
  handlebar: 'HB-DROP',
  brakes: 'BR-CAL',
  drivetrain: 'DR-22',
  saddle: 'SD-SPORT',
  box: 'PK-BOX-L',
}
const kids = { handlebar: 'HB-KIDS', brakes: 'BR-V', drivetrain: 'DR-1', saddle: 'SD-KIDS', box: 'PK-BOX-S' }

/** Components before what is made of them, so that each BoM is released on released ones. */
export const recipes: readonly Recipe[] = [
  weldedFrame('FR-C1', aluminium('TU-AL35', '1.2'), joints),
  weldedFrame('FR-M27', aluminium('TU-AL35', '1.3'), joints),
  weldedFrame('FR-M29', aluminium('TU-AL35', '1.4'), joints),
  weldedFrame('FR-R1', aluminium('TU-AL70', '1.1'), joints),
  weldedFrame('FR-K16', steel('2.2'), joints),
  weldedFrame('FR-K20', steel('2.8'), joints),
  weldedFrame('FR-E1', aluminium('TU-AL35', '1.5'), joints),
  paintedFrame('FP-C1-RD', 'FR-C1', 'PA-RD'),
  paintedFrame('FP-C1-BK', 'FR-C1', 'PA-BK'),
  paintedFrame('FP-M27-GN', 'FR-M27', 'PA-GN', '0.2'),
  paintedFrame('FP-M29-BK', 'FR-M29', 'PA-BK', '0.2'),
  paintedFrame('FP-R1-WH', 'FR-R1', 'PA-WH'),
  paintedFrame('FP-R1-BL', 'FR-R1', 'PA-BL'),
  paintedFrame('FP-K16-RD', 'FR-K16', 'PA-RD', '0.1'),
  paintedFrame('FP-K20-BL', 'FR-K20', 'PA-BL', '0.12'),
  paintedFrame('FP-E1-BK', 'FR-E1', 'PA-BK', '0.22'),
  fork('FK-C', 'TU-AL28', '0.9'),
  fork('FK-R', 'TU-AL28', '0.8'),
  fork('FK-K16', 'TU-ST25', '0.6'),
  fork('FK-K20', 'TU-ST25', '0.7'),
  wheel('WF-700', 'RM-700', 'HU-F', 'SP-SS', '36', 'TY-700', 'TB-L'),
  wheel('WR-700', 'RM-700', 'HU-R', 'SP-SS', '36', 'TY-700', 'TB-L'),
  wheel('WF-275', 'RM-275', 'HU-FD', 'SP-SS', '32', 'TY-275', 'TB-L'),
  wheel('WR-275', 'RM-275', 'HU-RD', 'SP-SS', '32', 'TY-275', 'TB-L'),
  wheel('WF-29', 'RM-29', 'HU-FD', 'SP-SS', '32', 'TY-29', 'TB-L'),
  wheel('WR-29', 'RM-29', 'HU-RD', 'SP-SS', '32', 'TY-29', 'TB-L'),
  wheel('WF-16', 'RM-16', 'HU-FK', 'SP-ST', '20', 'TY-16', 'TB-S'),
  wheel('WR-16', 'RM-16', 'HU-RK', 'SP-ST', '20', 'TY-16', 'TB-S'),
  wheel('WF-20', 'RM-20', 'HU-FK', 'SP-ST', '20', 'TY-20', 'TB-S'),
  wheel('WR-20', 'RM-20', 'HU-RK', 'SP-ST', '20', 'TY-20', 'TB-S'),
  handlebar('HB-FLAT', 'BA-FLAT', 'GR-RUB'),
  handlebar('HB-DROP', 'BA-DROP', 'GR-TAPE'),
  handlebar('HB-KIDS', 'BA-KIDS', 'GR-RUB'),
  bike('BK-C1-RD', { ...city, frame: 'FP-C1-RD' }),
  bike('BK-C1-BK', { ...city, frame: 'FP-C1-BK' }),
  bike('BK-M27-GN', { ...mountain, frame: 'FP-M27-GN', fork: 'FK-SUS27', wheels: '275' }),
  bike('BK-M29-BK', { ...mountain, frame: 'FP-M29-BK', fork: 'FK-SUS29', wheels: '29' }),
  bike('BK-R1-WH', { ...road, frame: 'FP-R1-WH' }),
  bike('BK-R1-BL', { ...road, frame: 'FP-R1-BL' }),
  bike('BK-K16-RD', { ...kids, frame: 'FP-K16-RD', fork: 'FK-K16', wheels: '16', extras: [['PT-TRAIN', '1']] }),
  bike('BK-K20-BL', { ...kids, frame: 'FP-K20-BL', fork: 'FK-K20', wheels: '20' }),
  bike('BK-E1-BK', {
    ...city,
    frame: 'FP-E1-BK',
    extras: [
      ['PT-STAND', '1'],
      ['EL-MOT', '1'],
      ['EL-BAT', '1'],
    ],
  }),
]

export const substitutes: readonly Substitute[] = [
  { product: 'BK-C1-RD', component: 'SD-CITY', by: 'SD-SPORT', ratio: '1' },
  { product: 'BK-C1-BK', component: 'SD-CITY', by: 'SD-SPORT', ratio: '1' },
  { product: 'WF-16', component: 'SP-ST', by: 'SP-SS', ratio: '1' },
  { product: 'WR-16', component: 'SP-ST', by: 'SP-SS', ratio: '1' },
]
