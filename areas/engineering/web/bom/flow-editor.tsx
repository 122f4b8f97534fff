import { explain } from '@qitao/core/refusal.ts'
import { isText, text, say as written } from '@qitao/core/text.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { Alert, Form } from 'antd'
import { manufacturingBomNode, mostNodes, type PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import { balanceProblems, flowProblems, hasBranches, type Mode } from '../../model/bom/manufacturing-bom.rules.ts'
import type { MaterialBomLineRow } from '../../model/bom/material-bom.record.ts'
import { FlowGraph } from './flow-graph.tsx'
import { FlowInputs } from './flow-inputs.tsx'
import { type FlowNode, nodesWithProduct } from './manufacturing-bom.form.ts'

const nodeDistance = 10

/** Processes, what goes in at each, the picture of the flow, and what keeps it from being released. */
export function FlowEditor({
  product,
  components,
}: {
  product: PortRow
  components: readonly MaterialBomLineRow[] | undefined
}) {
  const form = Form.useFormInstance()
  const nodes = (Form.useWatch('nodes', form) ?? []) as FlowNode[]
  const mode = (Form.useWatch('mode', form) ?? 'simple') as Mode
  const next = () => {
    const now = (form.getFieldValue('nodes') ?? []) as FlowNode[]
    return Math.max(0, ...now.map(node => node.ordering_node ?? 0)) + nodeDistance
  }
  const flow = nodesWithProduct(nodes, mode, product)
  return (
    <>
      <LineTable<FlowNode>
        name="nodes"
        of={manufacturingBomNode}
        title={text('工序', 'Processes')}
        most={mostNodes}
        blank={() => ({
          ordering_node: next(),
          next_nodes: [],
          process_id: null,
          overlap_quantity: null,
          wait_seconds: 0,
          inputs: [],
          outputs: [],
        })}
        change={(node, changed, picked) =>
          changed === 'process_id' ? { ...node, process_name: (picked?.name as string | undefined) ?? '' } : node
        }
        columns={[
          { name: 'ordering_node', width: 80 },
          { name: 'process_id', width: 260 },
          { name: 'overlap_quantity', width: 130 },
          { name: 'wait_seconds', width: 130 },
        ]}
      />
      <FlowGraph nodes={flow} />
      <Form.Item name="nodes" noStyle>
        <FlowInputs mode={mode} components={components} product={product} />
      </Form.Item>
      {mode === 'simple' && hasBranches(nodes) ? <BranchesLost /> : null}
      <Problems product={product} flow={flow} components={components} />
    </>
  )
}

function BranchesLost() {
  const language = useLanguage()
  return (
    <Alert
      type="warning"
      showIcon
      className="qt-flow-note-box"
      title={
        text(
          '流程有分支；按简易模式保存后，各工序将按顺序依次相连。',
          'The flow has branches. Saved in simple mode, its processes follow each other in order.',
        )[language]
      }
    />
  )
}

function Problems({
  product,
  flow,
  components,
}: {
  product: PortRow
  flow: ReturnType<typeof nodesWithProduct>
  components: readonly MaterialBomLineRow[] | undefined
}) {
  const language = useLanguage()
  const codes = new Map([
    [product.material_id, product.material_code] as const,
    ...flow
      .flatMap(node => [...node.inputs, ...node.outputs])
      .map(port => [port.material_id, port.material_code] as const),
    ...(components ?? []).map(line => [line.material_id, line.material_code] as const),
  ])
  const storing = [...flowProblems(product.material_id, flow, codes)]
  const needed = components ?? flow.flatMap(node => node.inputs)
  const releasing =
    storing.length > 0
      ? []
      : [...balanceProblems({ material_id: product.material_id, base_quantity: product.quantity }, flow, needed, codes)]
  const list = [...storing, ...releasing]
  if (list.length === 0) {
    return (
      <Alert
        className="qt-flow-note-box"
        type="success"
        showIcon
        title={text('检查通过，可以发布', 'Nothing is missing: it can be released')[language]}
      />
    )
  }
  return (
    <Alert
      className="qt-flow-note-box"
      type={storing.length > 0 ? 'error' : 'warning'}
      showIcon
      title={written(
        storing.length > 0
          ? text('流程有误，不能保存', 'The flow is wrong and cannot be saved')
          : text('可以保存，发布前还需：', 'It can be saved; before it is released:'),
        language,
      )}
      description={
        <ul className="qt-problems">
          {list.map(({ error, data }) => {
            const words = isText(data.detail) ? written(data.detail, language, data) : explain(error, data, language)
            return <li key={words}>{words}</li>
          })}
        </ul>
      }
    />
  )
}
