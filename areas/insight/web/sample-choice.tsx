import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Radio } from 'antd'
import { industries } from '../model/industries.ts'
import { type SampleSize, sampleSizes } from '../model/sample/size.ts'
import './insight.css'

export interface SampleChoice {
  readonly industry: string
  readonly size: SampleSize
}
export const firstChoice: SampleChoice = { industry: industries[0]!.code, size: sampleSizes[0] }

const sizeWords: Readonly<Record<SampleSize, Text>> = {
  S: text('S：一套设备', 'S: one set of machines'),
  M: text('M：两套设备，两倍订单', 'M: two sets of machines, twice the orders'),
}

/** Which factory, and how large. */
export function ChooseSample({ value, onChange }: { value: SampleChoice; onChange: (value: SampleChoice) => void }) {
  const say = useSay()
  return (
    <div className="qt-sample-choice">
      <Radio.Group
        aria-label={say(text('行业', 'Industry'))}
        className="qt-sample-cards"
        value={value.industry}
        onChange={event => onChange({ ...value, industry: event.target.value })}
      >
        {industries.map(({ code, title, story, holds }) => (
          <Radio key={code} value={code} className="qt-sample-card">
            <strong>{say(title)}</strong>
            <p>{say(story)}</p>
            <p className="qt-secondary">{say(holds)}</p>
          </Radio>
        ))}
      </Radio.Group>
      <Radio.Group
        aria-label={say(text('规模', 'Size'))}
        value={value.size}
        onChange={event => onChange({ ...value, size: event.target.value })}
      >
        {sampleSizes.map(size => (
          <Radio key={size} value={size}>
            {say(sizeWords[size])}
          </Radio>
        ))}
      </Radio.Group>
      <p className="qt-secondary">
        {say(
          text(
            '每家工厂都带两年的历史：订单、采购、报工、检验、停机、工资；名称用您当前的语言。',
            'Each comes with two years of history: orders, purchases, reports, inspections, stops, wages; names are in your language.',
          ),
        )}
      </p>
    </div>
  )
}
