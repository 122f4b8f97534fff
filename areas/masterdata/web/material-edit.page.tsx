import { AttachmentsSection } from '@qitao/access/web/record/attachments.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFieldsSection } from '@qitao/platform/web/form/custom-fields.tsx'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useMemo, useState } from 'react'
import {
  addMaterial,
  alterMaterial,
  listMaterials,
  queryProduct,
  queryProductDetail,
  showMaterial,
} from '../model/material/material.calls.ts'
import { material } from '../model/material/material.record.ts'
import { materialKind } from '../model/material/material-kind.status.ts'
import { seesUnitPrices } from '../model/price/sees-unit-prices.ts'

type Form = DraftOf<typeof material>
const blank: Form = { kind: materialKind.codes.raw, status: enabledStatus.codes.enabled, supply_lead_time: 0 }

export default function MaterialEditPage() {
  const say = useSay()
  const { may } = useSession()
  const seesPrices = seesUnitPrices.some(may)
  const { id, copy_id } = useEditPayload<{ id?: string; copy_id?: string }>()
  const source = id ?? copy_id
  const found = useDocument(showMaterial, source ? { id: source } : null)
  const stored = found.data?.record
  const refreshes = [listMaterials, showMaterial, queryProduct, queryProductDetail]
  const add = useCommand(addMaterial, { refreshes })
  const alter = useCommand(alterMaterial, { refreshes })
  const [precision, setPrecision] = useState<number>()
  const decimals = precision ?? stored?.precision
  const values = useMemo<Form | undefined>(() => {
    if (!source) return blank
    return stored && (id ? stored : { ...stored, code: '' })
  }, [source, id, stored])
  const save = id
    ? saveWith(alter, (form: Form) => ({ ...form, id, row_version: stored?.row_version ?? 0 }))
    : saveWith(add, (form: Form) => form)
  const quantity = (name: keyof typeof material.fields) => (
    <Field of={material} name={name} {...(decimals === undefined ? {} : { decimals })} />
  )

  return (
    <EditPage
      values={values}
      {...(source ? { load: found } : {})}
      saves={[save]}
      {...(id ? { history: { of: material, id } } : {})}
      heading={
        id && stored ? (
          <>
            <span>
              {stored.code} {stored.name}
            </span>
            <StatusTag of={materialKind.stateOf(stored.kind)} />
          </>
        ) : id ? null : (
          <strong>{say(text('新建物料', 'New material'))}</strong>
        )
      }
    >
      <Section title={text('基本信息', 'Basics')}>
        <Field of={material} name="code" autoFocus={!id} />
        <Field of={material} name="name" />
        <Field of={material} name="name_en" />
        <Field of={material} name="specs" />
        <Field of={material} name="kind" />
        <Field
          of={material}
          name="unit_id"
          disabled={id !== undefined && stored?.unit_fixed === true}
          onPick={(_, picked) => setPrecision(picked?.precision as number | undefined)}
        />
        <Field of={material} name="type_id" />
        <Field of={material} name="series" />
        <Field of={material} name="drawing_no" />
        <Field of={material} name="status" />
      </Section>
      <Section title={text('计划', 'Planning')}>
        <Field of={material} name="supply_lead_time" />
        {quantity('minimum_lot')}
        {quantity('packaging_size')}
        {quantity('safety_stock')}
      </Section>
      <Section title={text('库存与质量', 'Stock and quality')}>
        {quantity('inventory_lower')}
        {quantity('inventory_upper')}
        <Field of={material} name="default_location_id" />
        <Field of={material} name="shelf_life" />
        <Field of={material} name="lot_managed" />
        <Field of={material} name="serial_policy" />
        <Field of={material} name="qc_required" />
        <Field of={material} name="over_receipt_percent" />
      </Section>
      <Section title={text('供应商与价格', 'Supplier and prices')}>
        <Field of={material} name="supplier_id" />
        {seesPrices ? <Field of={material} name="purchase_price" /> : null}
        <Field of={material} name="sales_price" />
        <Field of={material} name="remark" />
      </Section>
      <CustomFieldsSection of={material} />
      <AttachmentsSection module="material" objectId={id} />
    </EditPage>
  )
}
