interface OfMaterial {
  readonly material_code: string
  readonly material_name: string
  readonly material_specs?: string | null
}
/** A material in a cell: code, name and specification, the rest on hover. */
export function MaterialCell({ of: { material_code, material_name, material_specs } }: { of: OfMaterial }) {
  const whole = [material_code, material_name, material_specs].filter(Boolean).join(' ')
  return (
    <span title={whole}>
      <span className="qt-number">{material_code}</span> {material_name}
      {material_specs ? <span className="qt-secondary"> {material_specs}</span> : null}
    </span>
  )
}
/** For a list whose rows carry a material. */
export const materialColumn = {
  name: 'material_id',
  width: 220,
  sort: true,
  render: (row: unknown) => <MaterialCell of={row as OfMaterial} />,
}
