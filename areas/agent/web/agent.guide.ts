import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'

const guides: readonly Guide[] = [
  {
    page: pages.leanAgent,
    does: text('用话提问', 'ask in words'),
    purpose: text(
      '用中文或英文问工厂的情况，回答来自您有权看的数据，并附依据。',
      'Ask about the factory in Chinese or English; answers come from data you may see, with the rows behind them.',
    ),
    steps: [
      text('在「可以问」里选一个例子，或自己写。', 'Take an example under “What can be asked”, or write your own.'),
      text('按「提问」。', 'Press “Ask”.'),
      text('在「依据」核对数字从哪里来。', 'Check under “Evidence” where figures come from.'),
    ],
  },
]
export default guides
