import type { AnyCall } from '@qitao/core/call.ts'
import { dayField, optional, quantityField, referenceField } from '@qitao/core/field.ts'
import { convert, isPositive, isQuantity, quantityDecimals, roundHalfUp } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FieldInput } from '@qitao/platform/web/form/field-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { queryBomReplacement, type ReplacementRow, replaceInBoms } from '../../model/bom/bom-replacement.calls.ts'
import '../engineering.css'

const fields = {
  from_id: referenceField('原物料', 'Old material', 'material'),
  to_id: referenceField('新物料', 'New material', 'material'),
  ratio: quantityField('比例（1个原物料换多少）', 'Ratio (of the new one for 1 of the old one)'),
  valid_from: optional(dayField('生效日期（空：立即）', 'From the day (empty: at once)')),
}
const wide = 960

interface Asked {
  from_id: string | null
  to_id: string | null
  ratio: string | null
  valid_from: number | null
}

/** One material for another in the BoMs in force; what that does to each is looked at before, and turned round it is undone. */
export function BomReplacementDialog({ refreshes, onClose }: { refreshes: readonly AnyCall[]; onClose: () => void }) {
  const say = useSay()
  const [asked, setAsked] = useState<Asked>({ from_id: null, to_id: null, ratio: '1', valid_from: null })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { from_id, to_id, ratio, valid_from } = asked
  const isWhole = from_id && to_id && ratio !== null && isQuantity(ratio) && isPositive(ratio)
  const given = isWhole ? { from_id, to_id, ratio, valid_from } : null
  const found = useCall(queryBomReplacement, given, { keepPrevious: true })
  const replace = useCommand(replaceInBoms, { refreshes: [...refreshes, queryBomReplacement] })
  // What is shown answers the question before this one.
  const isOlder = found.isPlaceholderData
  const rows = given ? (found.data?.result ?? []) : []
  const open = rows.filter(row => !row.why_not)
  const chosen = open.filter(row => !left.has(row.bom_id))
  const set = (name: keyof Asked) => (value: unknown) => {
    setAsked(now => ({ ...now, [name]: value ?? null }))
    setLeft(new Set())
  }
  const turn = () => {
    const back = given ? roundHalfUp(convert('1', '1', given.ratio), quantityDecimals) : '1'
    setAsked({ from_id: to_id, to_id: from_id, ratio: back, valid_from: null })
    setLeft(new Set())
  }
  return (
    <Modal
      open
      width={wide}
      title={say(text('批量替换物料', 'Replace a material'))}
      onCancel={onClose}
      footer={
        <div className="qt-foot">
          <ActButton
            primary
            loading={replace.pending}
            act={{
              title: text(`替换${chosen.length}个BOM`, `Replace in ${chosen.length}`),
              whyNot: isOlder
                ? text('正在按新的条件计算', 'It is being worked out for what is asked now')
                : chosen.length > 0
                  ? undefined
                  : text('没有可替换的BOM', 'There is no BoM to replace it in'),
              ask: {
                title: text(`替换${chosen.length}个BOM中的物料`, `Replace the material in ${chosen.length} BoMs`),
                objects: chosen.map(row => row.material_code),
                detail:
                  valid_from === null
                    ? text('没有填写生效日期：新版本立即生效', 'No day is given: the new versions hold from now on')
                    : text('新版本从生效日期起使用新物料', 'The new versions use the new material from its day on'),
                ok: text('替换并发布', 'Replace and release'),
              },
              run: replace.with(() => ({
                ...given!,
                boms: chosen.map(({ bom_id, row_version }) => ({ id: bom_id, row_version })),
              })),
            }}
          />
          <Button onClick={onClose}>{say(text('关闭', 'Close'))}</Button>
        </div>
      }
    >
      <p className="qt-secondary">
        {say(
          text(
            '每个现行BOM生成并发布一个新版本，其制造BOM随之更新。已建工单保留原用料，并标记“用料已变更”。撤销：对调后再替换。',
            'Each BoM in force gets a new released version, and its manufacturing BoMs with it. Work orders keep what they use, and are marked. To undo it, swap and replace again.',
          ),
        )}
      </p>
      <div className="qt-replacement">
        {(['from_id', 'to_id', 'ratio', 'valid_from'] as const).map(name => (
          <div key={name} className="qt-replacement-field">
            <span className="qt-secondary">{say(fields[name].title)}</span>
            <FieldInput of={fields[name]} value={asked[name]} onChange={set(name)} />
          </div>
        ))}
        <Button onClick={turn} disabled={!from_id || !to_id}>
          {say(text('对调', 'Swap'))}
        </Button>
      </div>
      {found.data && given && found.data.total > rows.length && (
        <p className="qt-warns">
          {say(
            text(
              `共${found.data.total}个现行BOM使用原物料，一次最多替换${rows.length}个：替换后，其余的会列在这里`,
              `${found.data.total} BoMs in force use the old material, ${rows.length} are replaced at once: after that the rest are listed here`,
            ),
          )}
        </p>
      )}
      {!given ? null : found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState text={text('没有现行BOM使用原物料', 'No BoM in force uses the old material')} />
      ) : (
        <div className={`qt-tree-box qt-dialog-list${isOlder ? ' qt-replacement-waits' : ''}`}>
          <table className="qt-plain-table" aria-busy={isOlder}>
            <thead>
              <tr>
                <th>
                  <Checkbox
                    aria-label={say(text('全选', 'All'))}
                    checked={chosen.length > 0 && chosen.length === open.length}
                    indeterminate={chosen.length > 0 && chosen.length < open.length}
                    onChange={({ target }) => setLeft(new Set(target.checked ? [] : open.map(row => row.bom_id)))}
                  />
                </th>
                <th>{say(text('产品', 'Product'))}</th>
                <th>{say(text('版本', 'Version'))}</th>
                <th className="qt-end">{say(text('用量', 'Quantity'))}</th>
                <th className="qt-end">{say(text('新用量', 'New quantity'))}</th>
                <th className="qt-end">{say(text('单件成本变化', 'Cost change, each'))}</th>
                <th>{say(text('未完成工单', 'Open work orders'))}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <Row
                  key={row.bom_id}
                  {...{ row, from_unit: found.data!.from_unit, to_unit: found.data!.to_unit }}
                  isChosen={!row.why_not && !left.has(row.bom_id)}
                  choose={isChosen =>
                    setLeft(now => new Set(isChosen ? [...now].filter(id => id !== row.bom_id) : [...now, row.bom_id]))
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}

function Row({
  row,
  from_unit,
  to_unit,
  isChosen,
  choose,
}: {
  row: ReplacementRow
  from_unit: string
  to_unit: string
  isChosen: boolean
  choose: (isChosen: boolean) => void
}) {
  const say = useSay()
  const more = row.mo_count > row.mo_nos.length ? ` +${row.mo_count - row.mo_nos.length}` : ''
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={row.material_code}
          disabled={row.why_not !== null}
          checked={isChosen}
          onChange={({ target }) => choose(target.checked)}
        />
      </td>
      <td>
        {row.material_code} {row.material_name}
      </td>
      <td>{row.version}</td>
      <td className="qt-end">
        <Quantity value={row.quantity} unit={from_unit} />
      </td>
      {row.why_not ? (
        <td colSpan={2} className="qt-late">
          {say(row.why_not)}
        </td>
      ) : (
        <>
          <td className="qt-end">
            {row.new_quantity === null ? '' : <Quantity value={row.new_quantity} unit={to_unit} />}
          </td>
          <td className="qt-end">{row.cost_change ?? say(text('无单价', 'No price'))}</td>
        </>
      )}
      <td>{row.mo_count === 0 ? '—' : `${row.mo_nos.join(', ')}${more}`}</td>
    </tr>
  )
}
