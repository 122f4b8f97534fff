import { type Text, text } from '@qitao/core/text.ts'

/** Industries that have a sample factory, by their code. */
export interface Industry {
  readonly code: string
  readonly title: Text
  readonly story: Text
}
export const industries: readonly Industry[] = [
  {
    code: 'bicycle',
    title: text('自行车制造', 'Bicycle maker'),
    story: text(
      '一家中等规模的自行车厂：切管、焊接、喷涂、编轮到总装，五个系列九款整车。',
      'A bicycle maker of medium size: tubes are cut, welded and painted, wheels built, bikes assembled; nine models in five series.',
    ),
  },
]
export const industryOf = (code: string): Industry | undefined => industries.find(one => one.code === code)
