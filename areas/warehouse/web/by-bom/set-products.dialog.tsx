import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form, Modal } from 'antd'
import { mostProducts, setProduct } from '../../model/by-bom/stock-by-bom.record.ts'
import type { ChosenProduct } from './set-question.ts'

interface Line {
  material_id: string | null
  quantity: string | null
}
const wide = 720

/** What one set holds: so many of each product, typed or pasted from a sheet. */
export function SetProductsDialog({
  products,
  onTake,
  onClose,
}: {
  products: readonly ChosenProduct[]
  onTake: (products: ChosenProduct[]) => void
  onClose: () => void
}) {
  const say = useSay()
  const [form] = Form.useForm<{ lines: Line[] }>()
  const blank = (): Line => ({ material_id: null, quantity: '1' })
  const take = async () => {
    const { lines } = await form.validateFields().catch(() => ({ lines: undefined }))
    if (!lines) return
    onTake(lines.flatMap(({ material_id, quantity }) => (material_id && quantity ? [{ material_id, quantity }] : [])))
    onClose()
  }
  return (
    <Modal
      open
      width={wide}
      title={say(text('一套里有什么', 'What one set holds'))}
      okText={say(text('确定', 'OK'))}
      cancelText={say(text('取消', 'Cancel'))}
      mask={{ closable: false }}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <p className="qt-secondary">
        {say(
          text(
            '可从Excel粘贴两列：物料编码、每套数量。',
            'Two columns can be pasted from a sheet: material code and quantity per set.',
          ),
        )}
      </p>
      <Form form={form} initialValues={{ lines: products.length > 0 ? products.map(one => ({ ...one })) : [blank()] }}>
        <GoodsLines<Line>
          name="lines"
          of={setProduct}
          most={mostProducts}
          blank={blank}
          columns={[
            { name: 'material_id', width: 420 },
            { name: 'quantity', width: 130 },
          ]}
        />
      </Form>
    </Modal>
  )
}
