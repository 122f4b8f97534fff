import { type Text, text } from '@qitao/core/text.ts'

/** Industries that have a sample factory, by their code; `server/sample/factories.ts` has the factory of each. */
export interface Industry {
  readonly code: string
  readonly title: Text
  readonly story: Text
  readonly holds: Text
}
export const industries: readonly Industry[] = [
  {
    code: 'bicycle',
    title: text('自行车制造', 'Bicycle maker'),
    story: text(
      '切管、焊接、喷涂、编轮到总装，五个系列九款整车。',
      'Tubes are cut, welded and painted, wheels built, bikes assembled; nine models in five series.',
    ),
    holds: text(
      '一百多种物料、三级BOM、十二台设备、四十张在手订单',
      'Over a hundred materials, three BoM levels, twelve machines, forty open orders',
    ),
  },
  {
    code: 'machining',
    title: text('机械加工', 'Machining shop'),
    story: text(
      '下料、车铣、滚齿、渗碳、磨削，到齿轮泵装配。',
      'Bars are sawn and turned, castings milled, gears cut, hardened and ground, pumps assembled.',
    ),
    holds: text(
      '六种产品、三级BOM、十二台设备、四十张在手订单',
      'Six products, three BoM levels, twelve machines, forty open orders',
    ),
  },
  {
    code: 'moulding',
    title: text('注塑', 'Injection moulder'),
    story: text(
      '按颜色排注塑，冷却、移印，再与电机五金组装。',
      'Resin is moulded by colour, left to cool, printed, and assembled with motors and hardware.',
    ),
    holds: text(
      '六种产品、八台设备、三班连续、四十张在手订单',
      'Six products, eight machines, round the clock, forty open orders',
    ),
  },
  {
    code: 'electronics',
    title: text('电子制造', 'Electronics maker'),
    story: text(
      '贴片、波峰焊、在线测试，组装、老化后出货。',
      'Boards are placed, soldered and tested, assembled in housings, aged and packed.',
    ),
    holds: text(
      '六种产品、芯片交期长、八台设备、四十张在手订单',
      'Six products, chips with long lead times, eight machines, forty open orders',
    ),
  },
]
export const industryOf = (code: string): Industry | undefined => industries.find(one => one.code === code)
