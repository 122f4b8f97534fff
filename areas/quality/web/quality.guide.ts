import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { qualityErrors } from '../model/quality.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.qcTasks,
    picture: true,
    also: [pages.editQcTask],
    does: text('做质检并判定', 'inspect and judge'),
    purpose: text(
      '来料、工序、完工、出货和库存的检验，以及不合格品处置。',
      'Inspection of receipts, steps, finished goods, shipments and stock, and what to do with what fails.',
    ),
    steps: [
      text('按「认领」，再按「检验」。', 'Press “Take”, then “Inspect”.'),
      text('填质检项结果，按「保存记录」。', 'Enter the results and press “Save results”.'),
      text(
        '填合格与不合格数，按「提交判定」。',
        'Enter passed and failed quantities and press “Submit the judgement”.',
      ),
      text(
        '不合格的按「处置」：返工、让步或报废；怀疑库存时按「库存复检」。',
        'For what fails press “Dispose of”; if stock is doubted press “Inspect stock”.',
      ),
      text(
        '「打印检验报告」留档或给客户，「打印检验标签」贴在货物上。',
        '“Print report” is for the file or the customer, “Print labels” for the goods.',
      ),
    ],
    terms: [
      {
        term: text('让步', 'Concession'),
        means: text(
          '不合格但允许使用，须由判定人以外的人批准。',
          'Failed but allowed to be used; somebody other than the inspector approves it.',
        ),
      },
    ],
    errors: [
      {
        error: qualityErrors.quantityMismatch,
        remedy: text(
          '改数量，使合格加不合格等于质检数量。',
          'Correct them so that both add up to the checked quantity.',
        ),
      },
      { error: qualityErrors.resultMissing, remedy: text('补齐标出的质检项。', 'Fill in the items that are marked.') },
      {
        error: qualityErrors.sampleRefuses,
        remedy: text('按不合格判定，再处置或复检。', 'Judge it failed, then dispose of it or inspect again.'),
      },
    ],
  },
  {
    page: pages.qcSchemes,
    also: [pages.editQcScheme],
    does: text('设置检验方案', 'set up inspection plans'),
    purpose: text(
      '规定什么料、什么时候、检哪些项、抽多少。',
      'Says what is inspected, when, by which items and how many.',
    ),
    steps: [
      text(
        '在「质检项」建检验项目，在「质检方法库」建方法。',
        'Make items under “QC items” and methods under “QC methods”.',
      ),
      text(
        '在「质检方案」按「新建方案」，定适用范围和抽样。',
        'Under “QC plans” press “New plan”; set scope and sampling.',
      ),
      text('用「适用哪个方案」试一下会用到哪个。', 'Try “Which plan applies” to see which one is used.'),
    ],
    errors: [
      {
        error: qualityErrors.schemeInUse,
        remedy: text('建「新版本」，旧版停用。', 'Make a “New version” and turn the old one off.'),
      },
      { error: qualityErrors.noItems, remedy: text('至少加一个质检项。', 'Add at least one item.') },
    ],
  },
]
export default guides
