import { type Text, text } from '@qitao/core/text.ts'

/** Partners, warehouses, stock, purchases on their way and orders of the sample company. Days count from today. */
type Partner = readonly [code: string, name: Text, contact: Text, phone: string, address: Text]

export const suppliers: readonly (readonly [...Partner, lead_time_days: number])[] = [
  [
    'V-JM',
    text('金鸣铝材', 'Jinming Aluminium'),
    text('郑凯', 'Zheng Kai'),
    '0757-5550101',
    text('佛山市南海区', 'Nanhai, Foshan'),
    10,
  ],
  [
    'V-HX',
    text('恒信钢管', 'Hengxin Steel'),
    text('许强', 'Xu Qiang'),
    '0512-5550102',
    text('苏州市相城区', 'Xiangcheng, Suzhou'),
    7,
  ],
  [
    'V-CM',
    text('彩美涂料', 'Caimei Coatings'),
    text('潘丽', 'Pan Li'),
    '0571-5550103',
    text('杭州市萧山区', 'Xiaoshan, Hangzhou'),
    5,
  ],
  [
    'V-LY',
    text('轮翼车圈', 'Lunyi Rims'),
    text('邓涛', 'Deng Tao'),
    '0512-5550104',
    text('昆山市玉山镇', 'Yushan, Kunshan'),
    12,
  ],
  [
    'V-TD',
    text('腾达部件', 'Tengda Components'),
    text('曹峰', 'Cao Feng'),
    '022-5550105',
    text('天津市武清区', 'Wuqing, Tianjin'),
    15,
  ],
  [
    'V-XZ',
    text('新正橡胶', 'Xinzheng Rubber'),
    text('袁梅', 'Yuan Mei'),
    '0532-5550106',
    text('青岛市城阳区', 'Chengyang, Qingdao'),
    8,
  ],
  [
    'V-DL',
    text('动力源电驱', 'Donglian Drives'),
    text('蒋斌', 'Jiang Bin'),
    '0755-5550107',
    text('深圳市宝安区', "Bao'an, Shenzhen"),
    25,
  ],
  [
    'V-BZ',
    text('百正包装', 'Baizheng Packaging'),
    text('余燕', 'Yu Yan'),
    '021-5550108',
    text('上海市嘉定区', 'Jiading, Shanghai'),
    4,
  ],
]
export const customers: readonly (readonly [...Partner, level: string])[] = [
  [
    'K-YT',
    text('远途单车行', 'Yuantu Cycles'),
    text('罗敏', 'Luo Min'),
    '010-5550201',
    text('北京市朝阳区', 'Chaoyang, Beijing'),
    'A',
  ],
  [
    'K-HF',
    text('花枫户外', 'Huafeng Outdoor'),
    text('梁宇', 'Liang Yu'),
    '028-5550202',
    text('成都市武侯区', 'Wuhou, Chengdu'),
    'A',
  ],
  [
    'K-LM',
    text('绿马连锁', 'Green Horse Stores'),
    text('宋佳', 'Song Jia'),
    '021-5550203',
    text('上海市闵行区', 'Minhang, Shanghai'),
    'A',
  ],
  [
    'K-QC',
    text('晴川体育', 'Qingchuan Sports'),
    text('唐俊', 'Tang Jun'),
    '027-5550204',
    text('武汉市洪山区', 'Hongshan, Wuhan'),
    'B',
  ],
  [
    'K-TZ',
    text('童舟玩具', 'Tongzhou Toys'),
    text('韩雪', 'Han Xue'),
    '020-5550205',
    text('广州市番禺区', 'Panyu, Guangzhou'),
    'B',
  ],
  [
    'K-XS',
    text('雪山骑行', 'Snow Peak Riding'),
    text('冯超', 'Feng Chao'),
    '0871-5550206',
    text('昆明市盘龙区', 'Panlong, Kunming'),
    'B',
  ],
  [
    'K-NB',
    text('北岸贸易', 'Nordkant Trading'),
    text('Lena Berg', 'Lena Berg'),
    '+46 8 555 0207',
    text('Stockholm', 'Stockholm'),
    'A',
  ],
  [
    'K-EC',
    text('易程电商', 'Yicheng Online'),
    text('曾莉', 'Zeng Li'),
    '0571-5550208',
    text('杭州市余杭区', 'Yuhang, Hangzhou'),
    'C',
  ],
]

export const warehouses: readonly (readonly [code: string, name: Text, type: 'normal' | 'defective' | 'line_side'])[] =
  [
    ['W-RAW', text('原料仓', 'Raw materials'), 'normal'],
    ['W-SEMI', text('半成品仓', 'Semi-finished'), 'normal'],
    ['W-FIN', text('成品仓', 'Finished goods'), 'normal'],
    ['W-NG', text('不良品仓', 'Defective goods'), 'defective'],
  ]
export const bins: readonly (readonly [warehouse: string, code: string, name: Text, area: string])[] = [
  ['W-RAW', 'A-01', text('管材架', 'Tube rack'), 'A'],
  ['W-RAW', 'A-02', text('涂料柜', 'Paint cabinet'), 'A'],
  ['W-RAW', 'B-01', text('外购件一', 'Parts 1'), 'B'],
  ['W-RAW', 'B-02', text('外购件二', 'Parts 2'), 'B'],
  ['W-RAW', 'C-01', text('包装材料', 'Packaging'), 'C'],
  ['W-SEMI', 'S-01', text('车架', 'Frames'), 'S'],
  ['W-SEMI', 'S-02', text('轮组', 'Wheels'), 'S'],
  ['W-SEMI', 'S-03', text('前叉车把', 'Forks and bars'), 'S'],
  ['W-FIN', 'F-01', text('整车一', 'Bikes 1'), 'F'],
  ['W-FIN', 'F-02', text('整车二', 'Bikes 2'), 'F'],
  ['W-NG', 'N-01', text('待处理', 'To be judged'), 'N'],
]
export const containerTypes: readonly (readonly [code: string, name: Text, specs: string, capacity: string])[] = [
  ['CT-BOX', text('周转箱', 'Tote box'), '600×400×280 mm', '60'],
  ['CT-PAL', text('托盘', 'Pallet'), '1200×1000 mm', '400'],
  ['CT-RACK', text('车架挂架', 'Frame rack'), '24 × 1800 mm', '24'],
]
/** Each in its bin, and what of the opening stock is in it. */
export const containers: readonly (readonly [
  code: string,
  type: string,
  bin: string,
  packed?: readonly [material: string, quantity: string],
])[] = [
  ['BOX-001', 'CT-BOX', 'S-03', ['FK-C', '20']],
  ['BOX-002', 'CT-BOX', 'S-03', ['FK-K16', '15']],
  ['BOX-003', 'CT-BOX', 'S-03'],
  ['PAL-001', 'CT-PAL', 'F-01', ['BK-K16-RD', '10']],
  ['PAL-002', 'CT-PAL', 'F-01'],
  ['RACK-01', 'CT-RACK', 'S-01', ['FR-C1', '12']],
  ['RACK-02', 'CT-RACK', 'S-01'],
]
/** The bin of a material by its type. */
export const binOfType: Readonly<Record<string, string>> = {
  'T-BIKE': 'F-01',
  'T-FRAME': 'S-01',
  'T-FORK': 'S-03',
  'T-WHEEL': 'S-02',
  'T-COCKPIT': 'S-03',
  'T-TUBE': 'A-01',
  'T-PAINT': 'A-02',
  'T-PART': 'B-01',
  'T-PACK': 'C-01',
}

/** Opening stock of what is made. */
export const madeStock: Readonly<Record<string, string>> = {
  'BK-C1-RD': '18',
  'BK-C1-BK': '22',
  'BK-M27-GN': '6',
  'BK-K16-RD': '30',
  'BK-K20-BL': '12',
  'FR-C1': '24',
  'FR-M27': '15',
  'FR-K16': '30',
  'FP-C1-BK': '12',
  'FP-M29-BK': '8',
  'FK-C': '30',
  'FK-K16': '25',
  'WF-700': '26',
  'WR-700': '20',
  'WF-275': '14',
  'WF-16': '30',
  'WR-16': '30',
  'HB-FLAT': '35',
  'HB-KIDS': '20',
}
/** Opening stock of what is bought: so many times its safety stock, but of some things too little. */
export const boughtStock = {
  timesSafetyStock: '30',
  short: {
    'RM-29': '12',
    'DR-12': '15',
    'DR-22': '10',
    'EL-MOT': '4',
    'EL-BAT': '70',
    'FK-SUS29': '6',
    'BR-CAL': '10',
    'PA-GN': '2.5',
    'HU-RD': '18',
    'SD-SPORT': '20',
  } as Readonly<Record<string, string>>,
}

/** Purchase orders: supplier, ordered so many days ago, due in so many days (below 0: late), submitted, lines. */
export const purchases: readonly {
  readonly supplier: string
  readonly ordered_days_ago: number
  readonly due_in_days: number
  readonly submitted: boolean
  readonly lines: readonly (readonly [material: string, quantity: string])[]
}[] = [
  {
    supplier: 'V-LY',
    ordered_days_ago: 9,
    due_in_days: 3,
    submitted: true,
    lines: [
      ['RM-29', '320'],
      ['RM-700', '200'],
    ],
  },
  {
    supplier: 'V-TD',
    ordered_days_ago: 12,
    due_in_days: 4,
    submitted: true,
    lines: [
      ['DR-12', '320'],
      ['HU-RD', '320'],
      ['BR-HYD', '120'],
    ],
  },
  {
    supplier: 'V-TD',
    ordered_days_ago: 10,
    due_in_days: 8,
    submitted: true,
    lines: [
      ['DR-22', '180'],
      ['BR-CAL', '180'],
    ],
  },
  { supplier: 'V-TD', ordered_days_ago: 13, due_in_days: 7, submitted: true, lines: [['FK-SUS29', '160']] },
  { supplier: 'V-DL', ordered_days_ago: 20, due_in_days: 6, submitted: true, lines: [['EL-MOT', '80']] },
  {
    supplier: 'V-CM',
    ordered_days_ago: 8,
    due_in_days: -2,
    submitted: true,
    lines: [
      ['PA-GN', '40'],
      ['PA-CLR', '40'],
    ],
  },
  {
    supplier: 'V-XZ',
    ordered_days_ago: 4,
    due_in_days: 5,
    submitted: true,
    lines: [
      ['SD-SPORT', '500'],
      ['TY-29', '100'],
    ],
  },
  { supplier: 'V-BZ', ordered_days_ago: 1, due_in_days: 4, submitted: false, lines: [['PK-BOX-L', '300']] },
]

/** How far an order goes when the sample is made. */
export type Stage = 'shipped' | 'draft' | 'to_do' | 'planning' | 'scheduled' | 'published'
type Line = readonly [material: string, quantity: string]
/** Orders: stage, customer, ordered so many days ago, wanted in so many days, priority (small first), lines. */
export const orders: readonly (readonly [
  stage: Stage,
  customer: string,
  ordered_days_ago: number,
  due_in_days: number,
  priority: number,
  ...lines: Line[],
])[] = [
  ['shipped', 'K-LM', 18, 1, 50, ['BK-C1-BK', '20']],
  ['shipped', 'K-TZ', 16, 2, 80, ['BK-K16-RD', '25']],
  ['shipped', 'K-YT', 15, 3, 60, ['BK-C1-RD', '10']],
  ['published', 'K-YT', 12, 4, 50, ['BK-C1-RD', '35']],
  ['published', 'K-LM', 12, 5, 50, ['BK-C1-BK', '50']],
  ['published', 'K-TZ', 11, 5, 80, ['BK-K16-RD', '60']],
  ['published', 'K-HF', 11, 2, 50, ['BK-M27-GN', '40']],
  ['published', 'K-QC', 10, 7, 100, ['BK-K20-BL', '55']],
  ['published', 'K-LM', 10, 7, 50, ['BK-C1-RD', '60'], ['BK-C1-BK', '30']],
  ['published', 'K-YT', 9, 8, 60, ['BK-M27-GN', '35']],
  ['published', 'K-EC', 9, 8, 120, ['BK-K16-RD', '70']],
  ['scheduled', 'K-NB', 9, 6, 40, ['BK-E1-BK', '30']],
  ['scheduled', 'K-XS', 8, 12, 80, ['BK-M29-BK', '35']],
  ['scheduled', 'K-HF', 8, 12, 50, ['BK-R1-WH', '40']],
  ['scheduled', 'K-LM', 8, 13, 50, ['BK-C1-BK', '70']],
  ['scheduled', 'K-TZ', 7, 13, 90, ['BK-K20-BL', '60'], ['BK-K16-RD', '35']],
  ['scheduled', 'K-NB', 7, 14, 40, ['BK-M29-BK', '45'], ['BK-M27-GN', '30']],
  ['scheduled', 'K-YT', 7, 15, 60, ['BK-R1-BL', '35']],
  ['scheduled', 'K-QC', 6, 15, 100, ['BK-C1-RD', '55']],
  ['scheduled', 'K-XS', 6, 16, 80, ['BK-M27-GN', '50']],
  ['scheduled', 'K-EC', 6, 16, 120, ['BK-C1-RD', '40']],
  ['scheduled', 'K-HF', 5, 17, 50, ['BK-M29-BK', '40']],
  ['scheduled', 'K-LM', 5, 18, 50, ['BK-K20-BL', '65']],
  ['scheduled', 'K-NB', 5, 19, 40, ['BK-E1-BK', '35']],
  ['scheduled', 'K-YT', 4, 20, 60, ['BK-C1-BK', '60']],
  ['planning', 'K-TZ', 4, 21, 90, ['BK-K16-RD', '90']],
  ['planning', 'K-QC', 4, 21, 100, ['BK-R1-WH', '30']],
  ['planning', 'K-HF', 3, 22, 50, ['BK-M27-GN', '55']],
  ['planning', 'K-XS', 3, 23, 80, ['BK-M29-BK', '35']],
  ['planning', 'K-LM', 3, 24, 50, ['BK-C1-RD', '70'], ['BK-C1-BK', '70']],
  ['planning', 'K-NB', 3, 25, 40, ['BK-R1-BL', '50']],
  ['to_do', 'K-YT', 2, 26, 60, ['BK-C1-BK', '45']],
  ['to_do', 'K-EC', 2, 27, 120, ['BK-K20-BL', '50']],
  ['to_do', 'K-HF', 2, 28, 50, ['BK-E1-BK', '25']],
  ['to_do', 'K-TZ', 1, 30, 90, ['BK-K16-RD', '75'], ['BK-K20-BL', '30']],
  ['to_do', 'K-LM', 1, 30, 50, ['BK-M29-BK', '55']],
  ['draft', 'K-NB', 0, 33, 40, ['BK-E1-BK', '60']],
  ['draft', 'K-YT', 0, 34, 60, ['BK-M27-GN', '45']],
  ['draft', 'K-LM', 0, 36, 50, ['BK-K20-BL', '60']],
  ['draft', 'K-HF', 0, 38, 50, ['BK-R1-BL', '30']],
]
