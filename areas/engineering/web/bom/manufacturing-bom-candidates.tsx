import { codeField, optional, readOnly, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import {
  addManufacturingBom,
  type candidateRow,
  listManufacturingBomCandidates,
} from '../../model/bom/manufacturing-bom.calls.ts'
import { RoutingPicker } from '../pickers.ts'

type Candidate = z.output<typeof candidateRow>
const candidate = record('material', text('产品', 'Product'), {
  code: codeField('产品编号', 'Product code'),
  name: textField('产品名称', 'Product name'),
  specs: readOnly(optional(textField('规格', 'Specs'))),
  series: readOnly(optional(textField('系列', 'Series'))),
  material_bom_version: readOnly(optional(textField('物料BOM', 'Material BoM'))),
  routing_code: readOnly(optional(textField('工艺路线', 'Routing'))),
  manufacturing_bom_version: readOnly(optional(textField('制造BOM', 'Manufacturing BoM'))),
})

/** Products with a material BoM in force: choose one to describe its flow, from BoM and routing. */
export function ManufacturingBomCandidates() {
  const say = useSay()
  const [chosen, setChosen] = useState<Candidate>()
  const [routing_id, setRouting] = useState<string>()
  const create = (row: Candidate) => {
    if (row.routing_id) openEdit(pages.selectManufacturingBom, { material_id: row.id, routing_id: row.routing_id })
    else {
      setRouting(undefined)
      setChosen(row)
    }
  }
  return (
    <>
      <ListPage
        call={listManufacturingBomCandidates}
        record={candidate}
        columns={[
          { name: 'code', opens: row => create(row) },
          'name',
          { name: 'specs', sort: false },
          { name: 'series', sort: false, width: 120 },
          { name: 'material_bom_version', sort: false, width: 110 },
          { name: 'routing_code', sort: false, width: 140 },
          {
            name: 'manufacturing_bom_version',
            sort: false,
            width: 130,
            render: row =>
              row.manufacturing_bom_version ?? <StatusTag of={{ ...text('缺失', 'Missing'), colour: 'warning' }} />,
          },
        ]}
        filters={[
          'keyword',
          {
            name: 'missing',
            title: text('范围', 'Scope'),
            input: ({ value, onChange }) => (
              <Select
                aria-label={say(text('范围', 'Scope'))}
                value={value === true ? 'missing' : 'all'}
                onChange={next => onChange(next === 'missing' ? true : undefined)}
                options={[
                  { value: 'all', label: say(text('全部产品', 'All products')) },
                  { value: 'missing', label: say(text('缺少制造BOM', 'Without a manufacturing BoM')) },
                ]}
              />
            ),
          },
        ]}
        rowActions={row => [
          { title: text('创建制造BOM', 'Create'), run: needing(addManufacturingBom, () => create(row)) },
        ]}
      />
      <Modal
        open={chosen !== undefined}
        title={say(text('选择工艺路线', 'Choose a routing'))}
        onCancel={() => setChosen(undefined)}
        okText={say(text('创建', 'Create'))}
        cancelText={say(text('取消', 'Cancel'))}
        okButtonProps={{ disabled: !routing_id }}
        onOk={() => {
          openEdit(pages.selectManufacturingBom, { material_id: chosen!.id, routing_id: routing_id! })
          setChosen(undefined)
        }}
      >
        <p className="qt-secondary">
          {chosen?.code} {chosen?.name}:{' '}
          {say(text('没有绑定的工艺路线，请选择一条', 'no routing is bound to it, choose one'))}
        </p>
        <Form layout="vertical">
          <Form.Item label={say(text('工艺路线', 'Routing'))} htmlFor="bound-routing">
            <RoutingPicker
              id="bound-routing"
              value={routing_id ?? null}
              onChange={next => setRouting((next as string | null) ?? undefined)}
            />
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}
