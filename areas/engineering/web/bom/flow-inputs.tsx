import { isZero, subtract, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useOnlyRead } from '@qitao/platform/web/form/only-read.ts'
import { tabLeaves } from '@qitao/platform/web/form/tab-onward.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Select } from 'antd'
import type { PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import type { Mode } from '../../model/bom/manufacturing-bom.rules.ts'
import type { MaterialBomLineRow } from '../../model/bom/material-bom.record.ts'
import { type FlowNode, placedNodes } from './manufacturing-bom.form.ts'
import '../engineering.css'

const shownDecimals = 6

/**
 * Components down, processes across: how much of each goes in where, for the base quantity of the product. In standard
 * mode also what follows each process. It stands in the form beside the line table and writes the same list.
 */
export function FlowInputs({
  value = [],
  onChange,
  mode,
  components = [],
  product,
}: {
  value?: readonly FlowNode[]
  onChange?: (nodes: readonly FlowNode[]) => void
  mode: Mode
  components: readonly MaterialBomLineRow[] | undefined
  product: PortRow
}) {
  const say = useSay()
  const readOnly = useOnlyRead()
  const inOrder = [...value]
    .filter(node => node.ordering_node !== null)
    .sort((a, b) => a.ordering_node! - b.ordering_node!)
  const given = value.flatMap(node => node.inputs)
  const rows: readonly PortRow[] = [
    ...components.map(line => ({
      material_id: line.material_id,
      material_code: line.material_code,
      material_name: line.material_name,
      unit_name: line.unit_name,
      quantity: line.quantity,
    })),
    ...[...new Map(given.map(port => [port.material_id, port])).values()]
      .filter(port => !components.some(line => line.material_id === port.material_id))
      .map(port => ({ ...port, quantity: '0' })),
  ]
  const put = (node: FlowNode, changes: Partial<FlowNode>) =>
    onChange?.(value.map(one => (one === node ? { ...one, ...changes } : one)))
  const putInput = (node: FlowNode, row: PortRow, quantity: string | null) => {
    const others = node.inputs.filter(port => port.material_id !== row.material_id)
    put(node, { inputs: quantity === null || isZero(quantity) ? others : [...others, { ...row, quantity }] })
  }
  const links = new Map(placedNodes(value, mode).map(node => [node.ordering_node, node.next_nodes]))
  const nameOf = (node: FlowNode) => `${node.ordering_node} ${node.process_name ?? ''}`
  if (inOrder.length === 0) return null
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('投料分配', 'What goes in where'))}</h2>
        <span className="qt-secondary">
          {say(text('每 {quantity} {unit_name} 产品', 'For {quantity} {unit_name} of the product'), product)}
        </span>
      </header>
      <div className="qt-flow-box">
        <table className="qt-plain-table qt-flow-table">
          <thead>
            <tr>
              <th>{say(text('物料', 'Material'))}</th>
              <th className="qt-end">{say(text('需投入', 'Needed'))}</th>
              {inOrder.map(node => (
                <th key={node.ordering_node}>{nameOf(node)}</th>
              ))}
              <th className="qt-end">{say(text('未分配', 'Left'))}</th>
            </tr>
          </thead>
          <tbody>
            {mode === 'standard' ? (
              <tr>
                <td>{say(text('后续工序', 'Followed by'))}</td>
                <td />
                {inOrder.map(node => (
                  <td key={node.ordering_node}>
                    <Select
                      mode="multiple"
                      onInputKeyDown={tabLeaves}
                      className="qt-wide"
                      disabled={readOnly}
                      aria-label={`${say(text('后续工序', 'Followed by'))} ${nameOf(node)}`}
                      value={links.get(node.ordering_node!) ?? []}
                      onChange={next_nodes => put(node, { next_nodes: [...next_nodes] })}
                      options={inOrder
                        .filter(one => one !== node)
                        .map(one => ({ value: one.ordering_node!, label: nameOf(one) }))}
                    />
                  </td>
                ))}
                <td />
              </tr>
            ) : null}
            {rows.map(row => {
              const used = given.filter(port => port.material_id === row.material_id).map(port => port.quantity)
              const left = subtract(row.quantity, sum(used))
              return (
                <tr key={row.material_id}>
                  <td>
                    {row.material_code} {row.material_name}
                  </td>
                  <td className="qt-end">
                    <Quantity value={row.quantity} unit={row.unit_name} />
                  </td>
                  {inOrder.map(node => (
                    <td key={node.ordering_node}>
                      <NumberInput
                        aria-label={`${row.material_code} ${nameOf(node)}`}
                        decimals={shownDecimals}
                        disabled={readOnly}
                        value={node.inputs.find(port => port.material_id === row.material_id)?.quantity ?? null}
                        onChange={quantity => putInput(node, row, quantity)}
                      />
                    </td>
                  ))}
                  <td className={isZero(left) ? 'qt-end' : 'qt-end qt-flow-left'}>
                    <Quantity value={left} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
