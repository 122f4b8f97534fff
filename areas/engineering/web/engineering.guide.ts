import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { engineeringErrors } from '../model/engineering.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.routings,
    does: text('建工艺路线', 'make a process sequence'),
    purpose: text('产品按什么顺序经过哪些工序。', 'Which processes a product passes, in which order.'),
    steps: [
      text('按「新建工艺路线」。', 'Press “New routing”.'),
      text('依次加工序并排好顺序。', 'Add the processes in their order.'),
      text('按「检查」，看有没有缺设备或工时。', 'Press “Check”: it names missing machines and cycle times.'),
      text(
        '按「发布」；有生效日期的，从那天开工的新工单按它生产。',
        'Press “Release”; from its first day on, new work orders that begin then are made by it.',
      ),
    ],
    errors: [{ error: engineeringErrors.versionDuplicate, remedy: text('换一个版本号。', 'Choose another version.') }],
  },
  {
    page: pages.materialBoms,
    picture: true,
    also: [pages.editMaterialBom],
    does: text('建物料BOM', 'make a material BoM'),
    purpose: text(
      '做一个产品要哪些料、各多少、可用什么替代。',
      'Which materials a product takes, how much of each, and what may stand in.',
    ),
    steps: [
      text(
        '按「新建物料BOM」，选产品，填子项和用量。',
        'Press “New material BoM”; choose the product, enter components and quantities.',
      ),
      text('可以替代的按「添加替代料」。', 'Press “Add a substitute” where another may stand in.'),
      text('保存后发布；发布了才能用。', 'Save, then release: only then is it used.'),
      text('要改已发布的，按「复制为新版本」。', 'To change a released one press “Copy to a new version”.'),
      text(
        '一种料换掉时用「批量替换物料」，先看影响。',
        'To replace one everywhere use “Replace a material” and see the effect first.',
      ),
    ],
    errors: [
      {
        error: engineeringErrors.bomReleased,
        remedy: text('按「复制为新版本」再改。', 'Press “Copy to a new version” and change that.'),
      },
      {
        error: engineeringErrors.bomCycle,
        remedy: text('去掉直接或间接含有产品自己的子项。', 'Remove the component that contains the product itself.'),
      },
    ],
  },
  {
    page: pages.manufacturingBoms,
    also: [pages.selectManufacturingBom],
    does: text('建制造BOM', 'make a manufacturing BoM'),
    purpose: text(
      '把物料BOM和工艺路线合起来：哪道工序投哪种料。',
      'Joins material BoM and routing: what goes in at which step.',
    ),
    steps: [
      text(
        '在范围选「缺少制造BOM」，找还没有的产品。',
        'Set the scope to “Without a manufacturing BoM” to find what is missing.',
      ),
      text('按「创建制造BOM」，按「选择工艺路线」选路线。', 'Press “Create” and choose by “Choose a routing”.'),
      text('在「投料分配」把料分到工序。', 'Under “What goes in where” give materials to steps.'),
      text('发布后工单才按它做。', 'Release it: work orders then follow it.'),
    ],
    errors: [
      {
        error: engineeringErrors.bomMissing,
        remedy: text('先发布该产品的物料BOM和工艺路线。', 'Release material BoM and routing of the product first.'),
      },
    ],
  },
  {
    page: pages.drawings,
    does: text('管理图纸', 'keep drawings'),
    purpose: text(
      '图纸按版本保存，车间看到的是已发布的。',
      'Drawings are kept by version; the floor sees what is released.',
    ),
    steps: [
      text('按「批量上传」，或新建后上传文件。', 'Press “Upload files”, or make one and upload its file.'),
      text('检查后发布。', 'Check it and release it.'),
      text('图纸改了，建「新版本」再发布。', 'When it changes make a “New version” and release that.'),
    ],
  },
  {
    page: pages.documents,
    does: text('管理文档', 'keep documents'),
    purpose: text(
      '公司的文件按文件夹保存、分版本、可分享。',
      'Files of the company in folders, with versions, to be shared.',
    ),
    steps: [
      text('按「新建文件夹」，再按「批量上传」。', 'Press “New folder”, then “Upload files”.'),
      text('改了的建「新版本」。', 'Make a “New version” of what has changed.'),
      text(
        '给外部看用「分享」，多个文件用「打包下载」。',
        'Use “Share” for people outside and “Download as zip” for several.',
      ),
      text('删错了在「回收站」恢复。', 'What was deleted comes back from the “Recycle bin”.'),
    ],
  },
  {
    page: pages.cycleTimes,
    does: text('维护工时', 'keep cycle times'),
    purpose: text(
      '每道工序在每台设备上做一件要多久；排产和承诺都靠它。',
      'How long a piece takes at each process and machine; plans and promises rest on it.',
    ),
    steps: [
      text('按「缺失工时」，先补会挡住排产的。', 'Press “Missing times” and fill those that hold up the plan.'),
      text(
        '按「新建工时」，填每件时间或每小时产量。',
        'Press “New cycle time”; enter time of a piece or pieces per hour.',
      ),
      text('按「实测工时」，对照实际再采用。', 'Press “Measured times”, compare with what happened, then accept.'),
    ],
  },
  {
    page: pages.changeovers,
    does: text('设置换模换线时间', 'set change-over times'),
    purpose: text(
      '从一个产品换到另一个要多久；排产会尽量少换。',
      'How long it takes to change from one product to another; the plan tries to change less.',
    ),
    steps: [
      text(
        '在「换型时间」按「新建换型时间」，选从什么换到什么。',
        'Under “Changeovers” press “New changeover” and choose from what to what.',
      ),
      text('产品多时用「矩阵」成片填。', 'With many products fill the “Matrix”.'),
      text('模具在「模具工装」里登记。', 'Moulds stand under “Moulds and tools”.'),
    ],
  },
]
export default guides
