import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { outsourcingErrors } from '../model/outsourcing.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.outsourcing,
    also: [pages.editOutsourcing],
    does: text('委外加工', 'have work done by a supplier'),
    purpose: text(
      '把工序或整张工单交给供应商：发料、收回、退料、结算。',
      'Gives operations or whole orders to suppliers: send material, receive, return, settle.',
    ),
    steps: [
      text('在「待委外」勾选，按「生成委外单」。', 'Tick rows under “To outsource” and press “Create order”.'),
      text(
        '提交后按「确认发料」；料在「供应商处物料」可查。',
        'Submit it, then press “Send”; material is seen under “Material at suppliers”.',
      ),
      text(
        '做好收回按「确认收货」，产品要求序列号时逐件扫描；未用的按「确认退料」。',
        'Press “Receive” for what comes back, and scan each piece where the product asks for serial numbers; “Return” for what was not used.',
      ),
      text('在「结算」核对应付加工费后结算。', 'Under “Settlement” check the amount and settle.'),
    ],
    errors: [
      {
        error: outsourcingErrors.notEditable,
        remedy: text(
          '只能修改尚未发料的委外单；其余用冲销。',
          'Only an order that is not under way can be edited; otherwise reverse.',
        ),
      },
    ],
  },
]
export default guides
