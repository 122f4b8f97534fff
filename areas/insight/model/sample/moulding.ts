import { text } from '@qitao/core/text.ts'
import { dayShift, orderBook, threeShifts, usualBins, usualContainerTypes, usualWarehouses } from './common.ts'
import type { Factory, FactoryPast, Recipe } from './factory.ts'

/** Change-overs hang on the series: of what is moulded its colour, as the barrel is cleaned between them. */
const series = {
  white: text('白', 'White'),
  black: text('黑', 'Black'),
  grey: text('灰', 'Grey'),
  tools: text('电动工具', 'Power tools'),
  home: text('家电', 'Home appliances'),
  box: text('周转箱', 'Totes'),
}

const sold: FactoryPast['sold'] = {
  'DR-18': [420, 0.1, 0.25, 40],
  'GR-12': [260, 0.06, 0.25, 40],
  'KT-15': [340, 0.04, 0.35, 46],
  'FN-30': [300, 0, 0.6, 24],
  'BX-60': [520, 0.08, 0.15, 12],
  'CP-05': [900, -0.05, 0.2, 30],
}
const suppliers: Factory['suppliers'] = [
  [
    'V-SH',
    text('盛合塑料', 'Shenghe Plastics'),
    text('丁洋', 'Ding Yang'),
    '0574-5552101',
    text('宁波市镇海区', 'Zhenhai, Ningbo'),
    6,
  ],
  [
    'V-YS',
    text('缘色母粒', 'Yuanse Masterbatch'),
    text('夏欣', 'Xia Xin'),
    '0769-5552102',
    text('东莞市常平镇', 'Changping, Dongguan'),
    8,
  ],
  [
    'V-JD',
    text('骏达五金', 'Junda Hardware'),
    text('钟明', 'Zhong Ming'),
    '0760-5552103',
    text('中山市小榄镇', 'Xiaolan, Zhongshan'),
    10,
  ],
  [
    'V-DJ',
    text('东佳电机', 'Dongjia Motors'),
    text('任峰', 'Ren Feng'),
    '0755-5552104',
    text('深圳市光明区', 'Guangming, Shenzhen'),
    20,
  ],
  [
    'V-HB',
    text('华宝纸品', 'Huabao Paper'),
    text('熊丽', 'Xiong Li'),
    '0769-5552105',
    text('东莞市虎门镇', 'Humen, Dongguan'),
    4,
  ],
]
const customers: Factory['customers'] = [
  [
    'K-BL',
    text('博力工具', 'Boli Tools'),
    text('贺强', 'He Qiang'),
    '0571-5552201',
    text('杭州市余杭区', 'Yuhang, Hangzhou'),
    'A',
  ],
  [
    'K-MJ',
    text('美家电器', 'Meijia Appliances'),
    text('阎芳', 'Yan Fang'),
    '0757-5552202',
    text('佛山市顺德区', 'Shunde, Foshan'),
    'A',
  ],
  [
    'K-ST',
    text('速通物流', 'Sutong Logistics'),
    text('祝涛', 'Zhu Tao'),
    '021-5552203',
    text('上海市青浦区', 'Qingpu, Shanghai'),
    'B',
  ],
  [
    'K-WK',
    text('Werkhaus Nord', 'Werkhaus Nord'),
    text('Mia Brandt', 'Mia Brandt'),
    '+49 40 555 2204',
    text('Hamburg', 'Hamburg'),
    'A',
  ],
  [
    'K-CY',
    text('畅饮杯业', 'Changyin Cups'),
    text('麦婷', 'Mai Ting'),
    '020-5552205',
    text('广州市白云区', 'Baiyun, Guangzhou'),
    'C',
  ],
  [
    'K-QF',
    text('清风家居', 'Qingfeng Home'),
    text('焦阳', 'Jiao Yang'),
    '0579-5552206',
    text('义乌市北苑', 'Beiyuan, Yiwu'),
    'B',
  ],
]

const coolingSeconds = 3600
/** Moulded of one resin and a little colour, and left to cool. */
const moulded = (product: string, resin: string, kilograms: string, colour: string, share: string): Recipe => ({
  product,
  steps: [
    {
      process: 'Z10',
      uses: [
        [resin, kilograms, '0.03'],
        [colour, share, '0.03'],
      ],
      wait_seconds: coolingSeconds,
    },
  ],
})
const printed = (product: string, shell: string): Recipe => ({
  product,
  steps: [
    {
      process: 'Z20',
      uses: [
        [shell, '1', '0.01'],
        ['INK', '0.002', '0.05'],
      ],
    },
  ],
})

/** An injection moulder: resin is moulded by colour, printed, and assembled with motors and hardware. */
export const moulding: Factory = {
  materialTypes: [
    ['T-TOOL', text('电动工具', 'Power tools'), 'F-01'],
    ['T-HOME', text('家电与日用', 'Appliances and household'), 'F-01'],
    ['T-SHELL', text('注塑件', 'Moulded parts'), 'S-01'],
    ['T-RESIN', text('树脂色母', 'Resin and colour'), 'A-01'],
    ['T-HARD', text('五金电机', 'Hardware and motors'), 'B-01'],
    ['T-PACK', text('包装', 'Packaging'), 'C-01'],
  ],
  finished: [
    [
      'DR-18',
      text('手电钻外壳总成', 'Drill housing set'),
      text('PA66 玻纤30% 含电机', 'PA66 GF30, with motor'),
      'T-TOOL',
      series.tools,
      '台',
      '138',
    ],
    [
      'GR-12',
      text('角磨机外壳总成', 'Grinder housing set'),
      text('PA66 玻纤30% 含电机', 'PA66 GF30, with motor'),
      'T-TOOL',
      series.tools,
      '台',
      '156',
    ],
    ['KT-15', text('电热水壶', 'Electric kettle'), '1.5 L', 'T-HOME', series.home, '台', '89'],
    ['FN-30', text('台式风扇', 'Desk fan'), '30 cm', 'T-HOME', series.home, '台', '96'],
    ['BX-60', text('物流周转箱', 'Logistics tote'), '600×400×300', 'T-HOME', series.box, '个', '42'],
    ['CP-05', text('随行杯', 'Travel cup'), '0.5 L', 'T-HOME', series.home, '个', '16'],
  ],
  semiFinished: [
    [
      'SD-18',
      text('电钻壳 黑', 'Drill shell, black'),
      text('左右一副', 'Left and right'),
      'T-SHELL',
      series.black,
      '套',
      null,
    ],
    [
      'SG-12',
      text('角磨壳 黑', 'Grinder shell, black'),
      text('左右一副', 'Left and right'),
      'T-SHELL',
      series.black,
      '套',
      null,
    ],
    [
      'SK-15',
      text('壶体 白', 'Kettle body, white'),
      text('食品级PP', 'PP, food grade'),
      'T-SHELL',
      series.white,
      '个',
      null,
    ],
    [
      'SK-15P',
      text('壶体 印刷', 'Kettle body, printed'),
      text('水位线', 'Level marks'),
      'T-SHELL',
      series.white,
      '个',
      null,
    ],
    ['SF-30', text('风扇壳 白', 'Fan housing, white'), 'ABS', 'T-SHELL', series.white, '套', null],
    ['BL-30', text('扇叶 灰', 'Fan blade, grey'), 'AS', 'T-SHELL', series.grey, '个', null],
    [
      'SC-05',
      text('杯身 灰', 'Cup body, grey'),
      text('食品级PP', 'PP, food grade'),
      'T-SHELL',
      series.grey,
      '个',
      null,
    ],
    [
      'SC-05P',
      text('杯身 印刷', 'Cup body, printed'),
      text('客户图案', "Customer's print"),
      'T-SHELL',
      series.grey,
      '个',
      null,
    ],
    ['LC-05', text('杯盖 黑', 'Cup lid, black'), 'PP', 'T-SHELL', series.black, '个', null],
  ],
  bought: [
    [
      'PA66',
      text('尼龙 PA66-GF30', 'Nylon PA66-GF30'),
      text('黑色基料', 'For black'),
      'T-RESIN',
      '千克',
      'V-SH',
      6,
      '22.00',
      '250',
      '230',
    ],
    [
      'PP-FG',
      text('聚丙烯 食品级', 'Polypropylene, food grade'),
      'MFI 12',
      'T-RESIN',
      '千克',
      'V-SH',
      6,
      '9.20',
      '500',
      '350',
    ],
    [
      'PP-CO',
      text('共聚聚丙烯', 'Polypropylene, copolymer'),
      'MFI 8',
      'T-RESIN',
      '千克',
      'V-SH',
      6,
      '8.60',
      '1000',
      '1150',
    ],
    ['ABS', text('ABS', 'ABS'), text('高光', 'High gloss'), 'T-RESIN', '千克', 'V-SH', 6, '12.50', '250', '260'],
    ['AS', text('AS 树脂', 'SAN resin'), text('透明', 'Clear'), 'T-RESIN', '千克', 'V-SH', 8, '11.00', '100', '60'],
    ['MB-BK', text('色母 黑', 'Masterbatch, black'), '40%', 'T-RESIN', '千克', 'V-YS', 8, '18.00', '25', '15'],
    ['MB-WH', text('色母 白', 'Masterbatch, white'), '60%', 'T-RESIN', '千克', 'V-YS', 8, '26.00', '25', '15'],
    ['MB-GY', text('色母 灰', 'Masterbatch, grey'), '40%', 'T-RESIN', '千克', 'V-YS', 8, '24.00', '25', '30'],
    [
      'INK',
      text('移印油墨', 'Pad-printing ink'),
      text('双组份', 'Two components'),
      'T-RESIN',
      '千克',
      'V-YS',
      10,
      '95.00',
      '2',
      '3',
    ],
    ['MOT-DR', text('电钻电机', 'Drill motor'), '18 V', 'T-HARD', '个', 'V-DJ', 20, '48.00', '200', '420'],
    ['MOT-GR', text('角磨电机', 'Grinder motor'), '720 W', 'T-HARD', '个', 'V-DJ', 20, '62.00', '200', '260'],
    ['MOT-FN', text('风扇电机', 'Fan motor'), '35 W', 'T-HARD', '个', 'V-DJ', 20, '28.00', '200', '300'],
    ['HEAT-15', text('加热底盘', 'Heating base'), '1800 W', 'T-HARD', '套', 'V-DJ', 15, '24.00', '200', '340'],
    ['SCR-ST', text('自攻螺钉', 'Self-tapping screw'), 'ST3.9×16', 'T-HARD', '个', 'V-JD', 6, '0.05', '5000', '9000'],
    [
      'HND-M',
      text('金属提手', 'Metal handle'),
      text('周转箱用', 'For totes'),
      'T-HARD',
      '个',
      'V-JD',
      10,
      '2.20',
      '500',
      '1040',
    ],
    [
      'SEAL-C',
      text('杯盖硅胶圈', 'Silicone ring for lids'),
      text('食品级', 'Food grade'),
      'T-HARD',
      '个',
      'V-JD',
      8,
      '0.32',
      '1000',
      '900',
    ],
    ['CTN-M', text('彩盒 中', 'Colour box, medium'), '320×240×160', 'T-PACK', '个', 'V-HB', 4, '3.80', '500', '1320'],
    ['CTN-CUP', text('杯盒', 'Cup box'), '90×90×220', 'T-PACK', '个', 'V-HB', 4, '0.90', '1000', '900'],
  ],
  packUnits: [
    ['SCR-ST', '包', '个', '1000'],
    ['PP-CO', '托', '千克', '1000'],
  ],
  recipes: [
    moulded('SD-18', 'PA66', '0.32', 'MB-BK', '0.006'),
    moulded('SG-12', 'PA66', '0.36', 'MB-BK', '0.007'),
    moulded('SK-15', 'PP-FG', '0.46', 'MB-WH', '0.014'),
    printed('SK-15P', 'SK-15'),
    moulded('SF-30', 'ABS', '0.85', 'MB-WH', '0.025'),
    moulded('BL-30', 'AS', '0.19', 'MB-GY', '0.004'),
    moulded('SC-05', 'PP-FG', '0.19', 'MB-GY', '0.005'),
    printed('SC-05P', 'SC-05'),
    moulded('LC-05', 'PP-FG', '0.04', 'MB-BK', '0.001'),
    ...(
      [
        ['DR-18', 'SD-18', 'MOT-DR', '9'],
        ['GR-12', 'SG-12', 'MOT-GR', '8'],
        ['KT-15', 'SK-15P', 'HEAT-15', '4'],
      ] as const
    ).map(
      ([product, shell, inside, screws]): Recipe => ({
        product,
        steps: [
          {
            process: 'Z30',
            uses: [
              [shell, '1', '0.005'],
              [inside, '1'],
              ['SCR-ST', screws, '0.02'],
            ],
            overlap: '20',
          },
          { process: 'Z40', uses: [['CTN-M', '1', '0.01']] },
        ],
      }),
    ),
    {
      product: 'FN-30',
      steps: [
        {
          process: 'Z30',
          uses: [
            ['SF-30', '1', '0.005'],
            ['BL-30', '1'],
            ['MOT-FN', '1'],
            ['SCR-ST', '6', '0.02'],
          ],
          overlap: '20',
        },
        { process: 'Z40', uses: [['CTN-M', '1', '0.01']] },
      ],
    },
    {
      product: 'BX-60',
      steps: [
        {
          process: 'Z15',
          uses: [
            ['PP-CO', '2.1', '0.02'],
            ['MB-GY', '0.04', '0.02'],
          ],
          wait_seconds: coolingSeconds,
        },
        { process: 'Z40', uses: [['HND-M', '2']] },
      ],
    },
    {
      product: 'CP-05',
      steps: [
        {
          process: 'Z30',
          uses: [
            ['SC-05P', '1', '0.005'],
            ['LC-05', '1', '0.005'],
            ['SEAL-C', '1', '0.01'],
          ],
          overlap: '50',
        },
        { process: 'Z40', uses: [['CTN-CUP', '1', '0.01']] },
      ],
    },
  ],
  substitutes: [{ product: 'BX-60', component: 'PP-CO', by: 'PP-FG', ratio: '1' }],
  processes: [
    // What is in the barrel is not left standing.
    ['Z10', text('注塑', 'Moulding'), false],
    ['Z15', text('大型注塑', 'Moulding, large'), false],
    ['Z20', text('移印', 'Pad printing'), true],
    ['Z30', text('组装', 'Assembly'), true],
    ['Z40', text('检验包装', 'Inspection and packing'), true],
  ],
  calendars: [dayShift, threeShifts],
  exceptionDays: [
    { calendar: 'day', after_days: 12, week_day: 6, day_type: 3, remark: text('盘点停工', 'Stocktaking') },
    { calendar: 'three_shifts', after_days: 12, week_day: 6, day_type: 3, remark: text('盘点停工', 'Stocktaking') },
  ],
  people: [
    ['demo.jihua', text('蒋明', 'Jiang Ming'), 'D001', 'planner'],
    ['demo.cangku', text('崔丽', 'Cui Li'), 'D002', 'storekeeper'],
    ['demo.banzhang1', text('康伟', 'Kang Wei'), 'D101', 'foreman'],
    ['demo.banzhang2', text('侯敏', 'Hou Min'), 'D102', 'foreman'],
    ['demo.zhusu1', text('孟刚', 'Meng Gang'), 'D201', 'operator'],
    ['demo.zhusu2', text('秦峰', 'Qin Feng'), 'D202', 'operator'],
    ['demo.zhusu3', text('龙洋', 'Long Yang'), 'D203', 'operator'],
    ['demo.yiyin', text('尹静', 'Yin Jing'), 'D204', 'operator'],
    ['demo.zuzhuang1', text('黎芳', 'Li Fang'), 'D205', 'operator'],
    ['demo.zuzhuang2', text('常娟', 'Chang Juan'), 'D206', 'operator'],
    ['demo.baozhuang', text('武婷', 'Wu Ting'), 'D207', 'operator'],
  ],
  workgroups: [
    {
      ...{ code: 'G-MOULD', name: text('注塑组', 'Moulding shop'), leader: 'demo.banzhang1', calendar: 'three_shifts' },
      members: ['demo.banzhang1', 'demo.zhusu1', 'demo.zhusu2', 'demo.zhusu3'],
    },
    {
      ...{ code: 'G-ASSY', name: text('组装组', 'Assembly'), leader: 'demo.banzhang2', calendar: 'day' },
      members: ['demo.banzhang2', 'demo.yiyin', 'demo.zuzhuang1', 'demo.zuzhuang2', 'demo.baozhuang'],
    },
  ],
  devices: [
    {
      ...{
        no: 'M01',
        name: text('注塑机 160T', 'Moulding machine 160 t'),
        model: 'HT-160',
        processes: ['Z10'],
        workgroup: 'G-MOULD',
      },
      ...{ efficiency: '1', operator: 'demo.zhusu1', hourly_rate: '55', maintenance_days: 45 },
    },
    {
      ...{
        no: 'M02',
        name: text('注塑机 200T', 'Moulding machine 200 t'),
        model: 'HT-200',
        processes: ['Z10'],
        workgroup: 'G-MOULD',
      },
      ...{ efficiency: '1', operator: 'demo.zhusu1', hourly_rate: '62', maintenance_days: 45 },
    },
    {
      ...{
        no: 'M03',
        name: text('注塑机 280T', 'Moulding machine 280 t'),
        model: 'HT-280',
        processes: ['Z10'],
        workgroup: 'G-MOULD',
      },
      ...{ efficiency: '1', operator: 'demo.zhusu2', hourly_rate: '75', maintenance_days: 45 },
    },
    {
      ...{
        no: 'M04',
        name: text('注塑机 650T', 'Moulding machine 650 t'),
        model: 'HT-650',
        processes: ['Z15'],
        workgroup: 'G-MOULD',
      },
      ...{ efficiency: '1', operator: 'demo.zhusu3', hourly_rate: '140', maintenance_days: 45 },
    },
    {
      ...{ no: 'M05', name: text('移印机', 'Pad printer'), model: 'TP-4', processes: ['Z20'], workgroup: 'G-ASSY' },
      ...{ efficiency: '1', operator: 'demo.yiyin', hourly_rate: '25', maintenance_days: 60 },
    },
    {
      ...{
        no: 'M06',
        name: text('组装线一', 'Assembly line 1'),
        model: 'AL-12',
        processes: ['Z30'],
        workgroup: 'G-ASSY',
      },
      ...{ efficiency: '1', operator: 'demo.zuzhuang1', hourly_rate: '35', maintenance_days: 90 },
    },
    {
      ...{
        no: 'M07',
        name: text('组装线二', 'Assembly line 2'),
        model: 'AL-12',
        processes: ['Z30'],
        workgroup: 'G-ASSY',
      },
      ...{ efficiency: '0.95', operator: 'demo.zuzhuang2', hourly_rate: '35', maintenance_days: 90 },
    },
    {
      ...{ no: 'M08', name: text('包装线', 'Packing line'), model: 'PK-8', processes: ['Z40'], workgroup: 'G-ASSY' },
      ...{ efficiency: '1', operator: 'demo.baozhuang', hourly_rate: '25', maintenance_days: 90 },
    },
  ],
  cycleTimes: [
    { process: 'Z10', cycle_seconds: '260', setup_seconds: 3600, employees: 1, expected_oee: '0.9' },
    { process: 'Z10', product: 'SD-18', cycle_seconds: '360', setup_seconds: 3600, employees: 1, expected_oee: '0.9' },
    { process: 'Z10', product: 'SG-12', cycle_seconds: '400', setup_seconds: 3600, employees: 1, expected_oee: '0.9' },
    { process: 'Z10', product: 'SF-30', cycle_seconds: '520', setup_seconds: 3600, employees: 1, expected_oee: '0.9' },
    { process: 'Z10', product: 'SC-05', cycle_seconds: '220', setup_seconds: 2700, employees: 1, expected_oee: '0.9' },
    { process: 'Z10', product: 'LC-05', cycle_seconds: '75', setup_seconds: 2700, employees: 1, expected_oee: '0.9' },
    { process: 'Z15', cycle_seconds: '620', setup_seconds: 5400, employees: 1, expected_oee: '0.9' },
    { process: 'Z20', cycle_seconds: '92', setup_seconds: 1200, employees: 1, expected_oee: '0.9' },
    { process: 'Z30', cycle_seconds: '130', setup_seconds: 900, employees: 4, expected_oee: '0.9' },
    { process: 'Z30', product: 'CP-05', cycle_seconds: '48', setup_seconds: 600, employees: 2, expected_oee: '0.9' },
    { process: 'Z40', cycle_seconds: '50', setup_seconds: 300, employees: 2, expected_oee: '0.95' },
    { process: 'Z40', product: 'CP-05', cycle_seconds: '28', setup_seconds: 300, employees: 2, expected_oee: '0.95' },
  ],
  moulds: [
    ...(
      [
        ['SD-18', text('电钻壳模', 'Drill shell mould')],
        ['SG-12', text('磨光机壳模', 'Grinder shell mould')],
        ['SK-15', text('水壶体模', 'Kettle body mould')],
        ['SF-30', text('风扇座模', 'Fan base mould')],
        ['BL-30', text('扇叶模', 'Fan blade mould')],
        ['SC-05', text('杯体模', 'Cup mould')],
        ['LC-05', text('杯盖模', 'Lid mould')],
      ] as const
    ).map(([product, name]) => ({
      ...{ code: `MD-${product}`, name, kind: 'mould' as const, process: 'Z10', product, quantity: 1 },
    })),
    {
      ...{ code: 'MD-BX-60', name: text('周转箱模', 'Tote mould'), kind: 'mould', process: 'Z15', product: 'BX-60' },
      quantity: 1,
    },
    { code: 'TL-PAD', name: text('移印夹具', 'Pad printing jig'), kind: 'tool', process: 'Z20', quantity: 2 },
  ],
  skills: [
    { process: 'Z10', level: 2 },
    { process: 'Z15', level: 3, certificate: text('注塑工高级', 'Moulding setter') },
  ],
  furnaces: [],
  changeovers: [
    { from: series.white, to: series.black, minutes: 40 },
    { from: series.black, to: series.white, minutes: 90 },
    { from: series.white, to: series.grey, minutes: 40 },
    { from: series.grey, to: series.white, minutes: 75 },
    { from: series.grey, to: series.black, minutes: 30 },
    { from: series.black, to: series.grey, minutes: 60 },
  ],
  ...{ suppliers, customers, warehouses: usualWarehouses, bins: usualBins, containerTypes: usualContainerTypes },
  containers: [
    ['BOX-001', 'CT-BOX', 'S-01'],
    ['PAL-001', 'CT-PAL', 'F-01'],
  ],
  ...orderBook(sold, customers),
  boughtStock: { timesSafetyStock: '4', short: { 'MOT-GR': '160', ABS: '140', 'HEAT-15': '220' } },
  purchases: [
    {
      supplier: 'V-DJ',
      ordered_days_ago: 16,
      due_in_days: 4,
      submitted: true,
      lines: [
        ['MOT-GR', '1000'],
        ['HEAT-15', '1400'],
      ],
    },
    { supplier: 'V-SH', ordered_days_ago: 7, due_in_days: -1, submitted: true, lines: [['ABS', '1000']] },
    { supplier: 'V-HB', ordered_days_ago: 1, due_in_days: 3, submitted: false, lines: [['CTN-M', '2000']] },
  ],
  past: {
    sold,
    lotDays: 7,
    lotHours: 20,
    lateDays: { 'V-DJ': 7, 'V-YS': 3 },
    processes: {
      Z10: [0.022, text('缩水', 'Sink marks'), '0.6', '0.4'],
      Z15: [0.015, text('变形', 'Warped'), '1.4', '1'],
      Z20: [0.012, text('印刷偏位', 'Print out of place'), '0.25', '0.2'],
      Z30: [0.006, text('螺钉滑牙', 'Screw stripped'), '1.1', '0.8'],
      Z40: [0.002, text('外观划伤', 'Scratched'), '0.35', '0.2'],
    },
    stops: [
      text('模具顶针卡滞', 'Ejector pin stuck'),
      text('料筒温度异常', 'Barrel temperature off'),
      text('机械手报警', 'Robot alarm'),
      text('缺料停机', 'Hopper empty'),
    ],
    inspections: [
      {
        ...{
          code: 'IQC-RESIN',
          name: text('树脂来料检验', 'Resin as it comes'),
          of: { incoming: 'T-RESIN' },
          sample_size: 2,
        },
        items: [[text('含水率', 'Moisture'), [0.1, 0.08, '%']], [text('色差目视', 'Colour by eye')]],
      },
      {
        ...{
          code: 'IPQC-MOULD',
          name: text('注塑过程检', 'Parts at moulding'),
          of: { process: 'Z10' },
          sample_size: 3,
        },
        items: [[text('重量偏差', 'Weight off'), [0, 2, 'g']], [text('外观', 'Appearance')]],
      },
      {
        ...{
          code: 'FQC-TOOL',
          name: text('电动工具成品检验', 'Finished power tools'),
          of: { final: 'T-TOOL' },
          sample_size: 3,
        },
        items: [[text('空载转速', 'No-load speed'), [1400, 120, 'r/min']], [text('耐压', 'Insulation')]],
      },
    ],
  },
}
