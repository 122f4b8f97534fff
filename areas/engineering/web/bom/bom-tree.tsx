import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { queryMaterialBomTree } from '../../model/bom/material-bom.calls.ts'
import '../engineering.css'

const indent = 20

/** The BoM with the versions in force of its components below, as an indented list. */
export function BomTree({ bom_id }: { bom_id: string }) {
  const say = useSay()
  const tree = useCall(queryMaterialBomTree, { id: bom_id })
  if (tree.error) return <ErrorState failure={tree.error} retry={tree.refetch} />
  if (!tree.data) return <RowsSkeleton />
  if (tree.data.result.length === 0) return <EmptyState text={text('没有子项', 'There are no components')} />
  return (
    <div className="qt-tree-box">
      {tree.data.cut ? (
        <p className="qt-secondary">{say(text('只显示前 2000 项', 'Only the first 2000 places are shown'))}</p>
      ) : null}
      <table className="qt-plain-table">
        <thead>
          <tr>
            <th>{say(text('物料', 'Material'))}</th>
            <th className="qt-end">{say(text('单层用量', 'Quantity in its parent'))}</th>
            <th className="qt-end">{say(text('总用量(含损耗)', 'Total with scrap'))}</th>
            <th>{say(text('单位', 'Unit'))}</th>
            <th>{say(text('替代料', 'Substitutes'))}</th>
            <th>{say(text('下级BOM', 'BoM below'))}</th>
          </tr>
        </thead>
        <tbody>
          {tree.data.result.map(node => (
            <tr key={node.key} aria-level={node.level}>
              <td style={{ paddingInlineStart: 8 + (node.level - 1) * indent }}>
                <span className="qt-secondary qt-number">{node.key}</span> {node.material_code} {node.material_name}
              </td>
              <td className="qt-end">
                <Quantity value={node.quantity} />
              </td>
              <td className="qt-end">
                <Quantity value={node.total_quantity} />
              </td>
              <td>{node.unit_name}</td>
              <td className="qt-number">{node.substitute_count || ''}</td>
              <td>
                {node.bom_id ? (
                  <button
                    type="button"
                    className="qt-link"
                    onClick={() => openEdit(pages.editMaterialBom, { id: node.bom_id! })}
                  >
                    {node.bom_version}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
