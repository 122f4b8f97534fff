import { type Quantity, roundDown } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { addProductSerials, exportProductSerials, queryProductSerials } from '../../model/mo/product-serial.calls.ts'
import type { ProductSerialRow } from '../../model/mo/product-serial.record.ts'
import { mostSerials } from '../../model/mo/product-serial.rules.ts'

interface ProductSerialsProps {
  /** Number of the work order or receipt. */
  no: string
  of: { readonly mo_id: string } | { readonly receipt_id: string }
  /** What it is about, with how much of it gets numbers. */
  materials: readonly { readonly id: string; readonly name: string; readonly quantity: Quantity }[]
  onClose: () => void
}
type Way = 'rule' | 'prefix' | 'own'
interface Values {
  material_id: string
  count: number | null
  prefix?: string
  serial_nos?: string
}
const size = 10
const numbersIn = (typed: string | undefined): string[] =>
  (typed ?? '')
    .split(/[\s,，;；]+/)
    .map(number => number.trim())
    .filter(number => number !== '')

/** Serial numbers of the pieces of a work order or receipt: those that are there, and more of them. */
export function ProductSerialsDrawer({ no, of, materials, onClose }: ProductSerialsProps) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const found = useCall(queryProductSerials, { ...of, page, page_size: size }, { keepPrevious: true })
  const exported = useDownload(exportProductSerials)
  const list = (found.data?.result ?? []) as ProductSerialRow[]
  const total = found.data?.total ?? 0
  return (
    <DetailDrawer open wide title={text(`序列号 ${no}`, `Serial numbers of ${no}`)} onClose={onClose}>
      {found.data ? <NewSerials of={of} materials={materials} made={total} /> : null}
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={4} />
      ) : list.length === 0 ? (
        <EmptyState text={text('还没有序列号', 'No serial numbers yet')} />
      ) : (
        <>
          <div className="qt-wide-table">
            <table className="qt-plain-table">
              <thead>
                <tr>
                  <th>{say(text('序列号', 'Serial no.'))}</th>
                  <th>{say(text('物料', 'Material'))}</th>
                  <th>{say(text('批次号', 'Lot no.'))}</th>
                  <th>{say(text('生成人', 'Made by'))}</th>
                  <th>{say(text('生成时间', 'Made'))}</th>
                </tr>
              </thead>
              <tbody>
                {list.map(row => (
                  <tr key={row.id}>
                    <td>{row.serial_no}</td>
                    <td>{`${row.material_code} ${row.material_name}`}</td>
                    <td>{row.lot_number ?? '—'}</td>
                    <td>{row.created_by_name ?? '—'}</td>
                    <td>
                      <Instant at={row.created_time} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="qt-foot-sides">
            <Button loading={exported.pending} onClick={() => void exported.run({ ...of })}>
              {say(text('导出', 'Export'))}
            </Button>
            <Pager fixed page={page} size={size} total={total} onChange={setPage} />
          </div>
        </>
      )}
    </DetailDrawer>
  )
}

type NewSerialsProps = Pick<ProductSerialsProps, 'of' | 'materials'> & { made: number }
function NewSerials({ of, materials, made }: NewSerialsProps) {
  const say = useSay()
  const [form] = Form.useForm<Values>()
  const [way, setWay] = useState<Way>('rule')
  const add = useCommand(addProductSerials, {
    refreshes: [queryProductSerials],
    success: text('已生成', 'Made'),
    done: () => form.setFieldsValue({ count: 1, serial_nos: '' }),
  })
  const { save, failure } = useFormSave<Values>(form, undefined)
  const first = materials[0]
  const own = numbersIn(Form.useWatch('serial_nos', form))
  const submit = () =>
    save({
      command: add,
      input: ({ material_id, count, prefix, serial_nos }: Values) => ({
        ...of,
        material_id,
        ...(way === 'own'
          ? { count: numbersIn(serial_nos).length, serial_nos: numbersIn(serial_nos) }
          : { count: count ?? 0, ...(way === 'prefix' && prefix ? { prefix } : {}) }),
      }),
    })
  return (
    <FormFailure value={failure}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          material_id: first?.id,
          count: Math.max(1, Number(roundDown(first?.quantity ?? '1', 0)) - made),
        }}
      >
        <div className="qt-form-column">
          {materials.length > 1 ? (
            <Form.Item name="material_id" label={say(text('物料', 'Material'))}>
              <Select options={materials.map(({ id, name }) => ({ value: id, label: name }))} />
            </Form.Item>
          ) : (
            <Form.Item name="material_id" hidden>
              <Input />
            </Form.Item>
          )}
          <Segmented<Way>
            aria-label={say(text('编号方式', 'Numbers'))}
            value={way}
            onChange={setWay}
            options={[
              { value: 'rule', label: say(text('按规则', 'By rule')) },
              { value: 'prefix', label: say(text('按前缀', 'By prefix')) },
              { value: 'own', label: say(text('已有编号', 'Existing numbers')) },
            ]}
          />
          {way === 'own' ? (
            <Form.Item
              name="serial_nos"
              label={say(text('序列号（每行一个，共{count}个）', 'Serial numbers, one a line ({count})'), {
                count: own.length,
              })}
            >
              <Input.TextArea rows={5} />
            </Form.Item>
          ) : (
            <>
              {way === 'prefix' ? (
                <Form.Item name="prefix" label={say(text('前缀', 'Prefix'))}>
                  <Input maxLength={30} />
                </Form.Item>
              ) : null}
              <Form.Item name="count" label={say(text('数量', 'Count'))}>
                <InputNumber min={1} max={mostSerials} precision={0} />
              </Form.Item>
            </>
          )}
          <div>
            <Button type="primary" loading={add.pending} onClick={() => void submit()}>
              {say(way === 'own' ? text('登记', 'Record') : text('生成', 'Make'))}
            </Button>
          </div>
        </div>
      </Form>
    </FormFailure>
  )
}
