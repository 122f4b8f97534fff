import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import { SharedOrder, WithSharedOrder } from './shared-order.tsx'

/** One order to read, for whoever has its link. */
export default function ReadOrderPage() {
  const say = useSay()
  return (
    <WithSharedOrder about={text('订单进度', 'Progress of an order')}>
      {shared => (
        <>
          <SharedOrder shared={shared} />
          <Button className="qt-no-print" onClick={() => print()}>
            {say(text('打印', 'Print'))}
          </Button>
        </>
      )}
    </WithSharedOrder>
  )
}
