import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { type BenchmarkRow, benchmark, listBenchmarks, setBenchmark } from '../../model/benchmark/benchmark.calls.ts'
import { figureOf } from '../../model/figures.ts'

const names = [
  ...(['industry_worst', 'industry_average', 'industry_best', 'target'] as const),
  ...(['source', 'source_year', 'sample_count', 'link'] as const),
]
type Form = Pick<BenchmarkRow, (typeof names)[number]>

/** What a figure is compared with; what others reach needs its source. */
export function BenchmarkDialog({
  of,
  industry,
  onClose,
}: {
  of: BenchmarkRow
  industry: string
  onClose: () => void
}) {
  const say = useSay()
  const { title, formula, unit } = figureOf(of.indicator)
  const save = useCommand(setBenchmark, { refreshes: [listBenchmarks], done: onClose })
  const values = Object.fromEntries(names.map(name => [name, of[name]])) as Form
  return (
    <DialogForm<Form>
      open
      title={text(`对标值 · ${title.zh}`, `Benchmark · ${title.en}`)}
      values={values}
      save={saveWith(save, (given: Form) => ({
        ...Object.fromEntries(names.map(name => [name, given[name] ?? null])),
        ...{ indicator: of.indicator, industry, row_version: of.row_version },
      }))}
      onClose={onClose}
    >
      <p className="qt-secondary">
        {industry ? `${industry} · ` : ''}
        {say(formula)}
        {unit === 'percent' ? ' (%)' : ''}
      </p>
      {names.map(name => (
        <Field key={name} of={benchmark} name={name} />
      ))}
    </DialogForm>
  )
}
