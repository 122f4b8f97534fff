import { text } from '@qitao/core/text.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { type BomLine, blankLine, bomLineForm } from './material-bom.form.ts'
import { SubstituteDialog } from './substitute.dialog.tsx'

/** The components, with paste from Excel: code, quantity, scrap %, position, remark. */
export function MaterialBomLines({ readOnly }: { readOnly: boolean }) {
  const say = useSay()
  const [line, setLine] = useState<BomLine>()
  return (
    <>
      <LineTable<BomLine>
        name="lines"
        of={bomLineForm}
        title={text('子项', 'Components')}
        readOnly={readOnly}
        blank={blankLine}
        change={(now, changed, picked) =>
          changed === 'material_id'
            ? {
                ...now,
                material_code: (picked?.code as string | undefined) ?? '',
                material_name: picked ? `${picked.code} ${picked.name}` : '',
                material_specs: (picked?.specs as string | undefined) ?? '',
                unit_name: (picked?.unit_name as string | undefined) ?? '',
              }
            : now
        }
        columns={[
          { name: 'material_id', width: 260 },
          { name: 'quantity', width: 110, decimals: 6 },
          { name: 'scrap_percent', width: 90, decimals: 4 },
          { name: 'position', width: 110 },
          { name: 'remark', width: 160 },
          { name: 'unit_name', width: 70, show: one => one.unit_name ?? '' },
          { name: 'material_specs', width: 140, show: one => one.material_specs ?? '' },
          {
            name: 'substitutes',
            width: 150,
            show: one => (
              <Button
                type="link"
                size="small"
                disabled={!one.material_id || (readOnly && one.substitutes.length === 0)}
                onClick={event => {
                  event.stopPropagation()
                  setLine(one)
                }}
              >
                {one.substitutes.length === 0
                  ? say(text('添加替代料', 'Add'))
                  : one.substitutes.map(({ material_code }) => material_code).join(', ')}
              </Button>
            ),
          },
        ]}
      />
      <Form.Item name="lines" noStyle>
        <SubstituteDialog line={line} readOnly={readOnly} onClose={() => setLine(undefined)} />
      </Form.Item>
    </>
  )
}
