import { isEqual } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Select, Space } from 'antd'
import { type ComponentProps, useState } from 'react'
import { countedIn } from '../../model/unit/unit.rules.ts'
import { useMaterialUnits } from './use-material-units.ts'

interface CountedQuantityProps extends Omit<ComponentProps<typeof NumberInput>, 'value' | 'onChange'> {
  material_id: string
  decimals: number
  unit: string
  value: string | null
  onChange: (quantity: string | null) => void
}

/** A quantity as it is counted: in the unit of the material, or in any that converts into it, as boxes. What it comes to is said. */
export function CountedQuantity({ material_id, decimals, unit, value, onChange, ...rest }: CountedQuantityProps) {
  const say = useSay()
  const others = useMaterialUnits([material_id]).get(material_id)?.others ?? []
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<string | null>(null)
  const other = others.find(({ unit_id }) => unit_id === chosen)
  const comesTo = other && typed !== null ? countedIn(typed, other, decimals) : undefined
  // A label has changed the figure meanwhile: it is in the unit of the material.
  const isOwn = value !== null && (comesTo === undefined || !isEqual(comesTo, value))
  if (others.length === 0)
    return <NumberInput inCell decimals={decimals} unit={unit} value={value} onChange={onChange} {...rest} />
  const choose = (next: string | undefined) => {
    setChosen(next)
    setTyped(null)
  }
  const change = (next: string | null) => {
    setTyped(next)
    onChange(next === null ? null : (countedIn(next, other!, decimals) ?? null))
  }
  return (
    <>
      <Space.Compact block>
        {other && !isOwn ? (
          <NumberInput inCell unit={other.unit_name} value={typed} onChange={change} {...rest} />
        ) : (
          <NumberInput inCell decimals={decimals} unit={unit} value={value} onChange={onChange} {...rest} />
        )}
        <Select
          value={(!isOwn && chosen) || ''}
          aria-label={say(text('计数单位', 'Counted in'))}
          onChange={next => {
            choose(next || undefined)
            if (next) onChange(null)
          }}
          options={[
            { value: '', label: unit },
            ...others.map(({ unit_id, unit_name }) => ({ value: unit_id, label: unit_name })),
          ]}
        />
      </Space.Compact>
      {other && !isOwn && typed !== null ? (
        <div className="qt-secondary">
          {comesTo === undefined ? (
            say(
              text(
                '{typed} {other} 折合的 {unit} 小数过多，请改数量',
                '{typed} {other} is no whole number of {unit}: change it',
              ),
              { typed, other: other.unit_name, unit },
            )
          ) : (
            <>
              = <Quantity value={comesTo} unit={unit} />
            </>
          )}
        </div>
      ) : null}
    </>
  )
}
