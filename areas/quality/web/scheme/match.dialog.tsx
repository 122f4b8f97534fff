import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Modal, Select } from 'antd'
import { useState } from 'react'
import { isOnTheFloor, type QcTypeCode, qcType } from '../../model/qc-type.status.ts'
import { schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { severityOf } from '../../model/task/task.status.ts'
import '../quality.css'

/** Which plan would be used for goods, why, and how much would be drawn of them. */
export function MatchDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const Material = pickerOf('material')
  const Supplier = pickerOf('supplier')
  const Process = pickerOf('process')
  const [qc_type, setType] = useState<QcTypeCode>(qcType.codes.incoming)
  const [material_id, setMaterial] = useState<string | null>(null)
  const [supplier_id, setSupplier] = useState<string | null>(null)
  const [process_id, setProcess] = useState<string | null>(null)
  const [quantity, setQuantity] = useState<string | null>('100')
  const onFloor = isOnTheFloor(qc_type)
  const asked =
    material_id && quantity && Number(quantity) > 0
      ? {
          qc_type,
          material_id,
          quantity,
          ...(onFloor ? { process_id: process_id ?? undefined } : { supplier_id: supplier_id ?? undefined }),
        }
      : null
  const { data } = useCall(schemeCalls.match, asked)
  const words = {
    material_id: text('物料', 'material'),
    supplier_id: text('供应商', 'supplier'),
    process_id: text('工序', 'process'),
    type_id: text('物料类型', 'type'),
  }
  return (
    <Modal open title={say(text('适用哪个方案', 'Which plan applies'))} footer={null} onCancel={onClose} width={640}>
      <div className="qt-qc-match">
        <Select
          value={qc_type}
          onChange={setType}
          aria-label={say(text('检验类型', 'Inspection'))}
          options={qcType.list.map(({ code, zh, en }) => ({ value: code, label: say({ zh, en }) }))}
        />
        <Material
          value={material_id}
          onChange={value => setMaterial(value as string | null)}
          placeholder={say(text('物料', 'Material'))}
          aria-label={say(text('物料', 'Material'))}
        />
        {onFloor ? (
          <Process
            value={process_id}
            onChange={value => setProcess(value as string | null)}
            placeholder={say(text('工序（可空）', 'Process (any)'))}
            aria-label={say(text('工序', 'Process'))}
          />
        ) : (
          <Supplier
            value={supplier_id}
            onChange={value => setSupplier(value as string | null)}
            placeholder={say(text('供应商（可空）', 'Supplier (any)'))}
            aria-label={say(text('供应商', 'Supplier'))}
          />
        )}
        <NumberInput value={quantity} onChange={setQuantity} aria-label={say(text('批量', 'Lot size'))} />
      </div>
      {data && data.sampling === null ? (
        <Alert
          type="info"
          showIcon
          title={say(
            text(
              '没有方案适用，也不要求质检：不检验',
              'No plan applies and no inspection is asked for: nothing is inspected',
            ),
          )}
        />
      ) : null}
      {data?.sampling ? (
        <Alert
          type="success"
          showIcon
          title={
            data.sampling.skipped
              ? say(text('本批免检（跳批）', 'This lot is passed without inspection (skip-lot)'))
              : say(text('抽 {n} 件，Ac {ac}，Re {re}', 'Draw {n}, Ac {ac}, Re {re}'), {
                  n: data.sampling.sample_size,
                  ac: data.sampling.accept_number,
                  re: data.sampling.reject_number,
                })
          }
          description={
            data.sampling.severity ? (
              <>
                {say(text('字码 {letter}', 'Letter {letter}'), { letter: data.sampling.code_letter ?? '–' })}{' '}
                <StatusTag of={severityOf.stateOf(data.sampling.severity)} />
              </>
            ) : null
          }
        />
      ) : null}
      {data && data.schemes.length === 0 && data.qc_required ? (
        <p>
          {say(
            text(
              '没有方案适用；物料或工序勾选了“需要质检”，整批检验',
              'No plan applies; the material or process asks for an inspection: all of it is inspected',
            ),
          )}
        </p>
      ) : null}
      <ol className="qt-qc-matches">
        {data?.schemes.map((scheme, index) => {
          const scope = (['material_id', 'process_id', 'supplier_id', 'type_id'] as const).filter(
            name => scheme[name] !== null,
          )
          return (
            <li key={scheme.id}>
              <strong>
                {scheme.code} V{scheme.version}
              </strong>{' '}
              {scheme.name}{' '}
              <span className="qt-secondary">
                {scope.length === 0
                  ? say(text('对所有物料', 'for everything'))
                  : say(text('按', 'by')) + scope.map(name => ` ${say(words[name])}`).join(' +')}
                {index === 0 ? say(text('，最具体，采用', ': the most specific, used')) : ''}
              </span>
            </li>
          )
        })}
      </ol>
    </Modal>
  )
}
