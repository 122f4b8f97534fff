import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { masterdataErrors } from '../model/masterdata.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.materials,
    also: [pages.editMaterial],
    does: text('建物料', 'enter materials'),
    purpose: text(
      '所有买的、做的、卖的东西都先在这里有编号。',
      'Everything that is bought, made or sold has its code here first.',
    ),
    steps: [
      text('按「新建」，填编号、名称、单位。', 'Press “New”; enter code, name and unit.'),
      text(
        '在「计划」「库存与质量」「供应商与价格」填其余。',
        'Fill in “Planning”, “Stock and quality” and “Supplier and prices”.',
      ),
      text('很多物料用「导入」，先下载模板。', 'For many use “Import” and its template.'),
      text(
        '尺码、颜色等变型：在物料行按「生成变型」，在表格中勾选，一次生成。',
        'For sizes and colours press “Variants” on a material: choose in the matrix and make them at once.',
      ),
    ],
    errors: [
      {
        error: masterdataErrors.stockBoundsInvalid,
        remedy: text('上限要大于下限，或留空。', 'Make the upper bound larger, or leave it empty.'),
      },
      {
        error: masterdataErrors.unitNotFound,
        remedy: text('先在计量单位里建该单位。', 'Make the unit under measurement unit first.'),
      },
    ],
  },
  {
    page: pages.materialConfiguration,
    does: text('设置物料类型', 'set up types of material'),
    purpose: text('物料按这里的类型分类。', 'Materials are sorted by the types that are kept here.'),
    steps: [
      text('按「新建」，填类型的编号和名称。', 'Press “New”; enter code and name of the type.'),
      text('保存；要改的按「编辑」。', 'Save; press “Edit” to change one.'),
      text('在物料页给物料选类型。', 'Choose the type at the material.'),
    ],
  },
  {
    page: pages.units,
    does: text('建计量单位和换算', 'set up units and conversions'),
    purpose: text('数量的单位，以及单位之间怎样换算。', 'Units of quantities and how they convert.'),
    steps: [
      text('刚开始按「初始化标准单位」。', 'At the start press “Add standard units”.'),
      text('缺的按「新建单位」。', 'Press “New unit” for what is missing.'),
      text(
        '在「单位换算」按「新建单位换算」，可只对一种物料。',
        'Under “Conversions” press “New unit conversion”; it may be for one material only.',
      ),
    ],
    errors: [
      { error: masterdataErrors.unitInUse, remedy: text('停用它，另建新单位。', 'Disable it and make a new one.') },
      {
        error: masterdataErrors.unitConversionInvalid,
        remedy: text('在「单位换算」里补上换算关系。', 'Add the conversion under “Conversions”.'),
      },
    ],
  },
  {
    page: pages.devices,
    also: [pages.deviceDetail],
    does: text('建设备', 'set up equipment'),
    purpose: text(
      '设备是排产的产能：能做什么、用哪个日历、谁来开。',
      'Machines are the capacity of the plan: what they do, by which calendar, who runs them.',
    ),
    steps: [
      text('按「新建设备」，选工序、日历和班组。', 'Press “New equipment”; choose processes, calendar and workgroup.'),
      text('在「详情页」看OEE、停机和保养。', 'See OEE, stops and maintenance on the “Detail page”.'),
      text('按「打印标签」贴到设备。', 'Press “Print labels” for the machines.'),
    ],
  },
  {
    page: pages.processes,
    does: text('建工序', 'set up processes'),
    purpose: text(
      '工序是工艺路线的组成，设备按工序排产。',
      'Processes make up the routings; machines are planned by them.',
    ),
    steps: [
      text('按「新建」，填编号和名称。', 'Press “New”; enter code and name.'),
      text('在设备页选哪些设备能做它。', 'Choose on the equipment page which machines can do it.'),
      text('在工时管理填时间。', 'Enter its times under cycle time.'),
    ],
  },
  {
    page: pages.calendars,
    does: text('设置工作日历和班次', 'set working days and shifts'),
    purpose: text('什么时候上班；排产只用上班的时间。', 'When people work; the plan uses only that time.'),
    steps: [
      text('按「新建工作日历」，定「每周安排」和班次。', 'Press “New calendar”; set the “Week” and its shifts.'),
      text('按「导入法定节假日」。', 'Press “Public holidays” to bring them in.'),
      text(
        '点日期设节假日、加班或休息；多天用「修改所选日期」。',
        'Click days for holiday, overtime or rest; for several use “Change the chosen days”.',
      ),
      text('特殊日要给别的日历时用「复制特殊日」。', 'Use “Copy special days” for other calendars.'),
    ],
    errors: [
      {
        error: masterdataErrors.badTimeRange,
        remedy: text(
          '开始要早于结束；跨夜的选次日。',
          'It must begin before it ends; past midnight choose the next day.',
        ),
      },
    ],
  },
  {
    page: pages.workgroups,
    does: text('管理班组和技能', 'manage workgroups and skills'),
    purpose: text(
      '谁在哪个班组、会做哪道工序；派工按技能。',
      'Who is in which group and can do what; dispatch goes by skill.',
    ),
    steps: [
      text('在「班组」建班组并加成员。', 'Make groups under “Workgroups” and add members.'),
      text('在「技能矩阵」给人员登记技能。', 'Enter skills of people in the “Matrix”.'),
      text('证书和到期日在「技能清单」。', 'Certificates and their end are in the “Skill list”.'),
    ],
  },
  {
    page: pages.customers,
    does: text('建客户', 'enter customers'),
    purpose: text('客户的编号、联系和等级，订单由此选。', 'Code, contact and class of customers, chosen in orders.'),
    steps: [
      text('按「新建」，填编号和名称。', 'Press “New”; enter code and name.'),
      text('对方也用齐套时在「关联企业」关联。', 'If they use Qitao too, link them under “Linked companies”.'),
      text('不再往来的停用。', 'Disable those you no longer deal with.'),
    ],
    errors: [
      {
        error: masterdataErrors.customerCodeExists,
        remedy: text('搜索已有客户，或换编号。', 'Search for the customer that has it, or choose another code.'),
      },
      { error: masterdataErrors.customerInUse, remedy: text('改为停用。', 'Disable it instead.') },
    ],
  },
  {
    page: pages.suppliers,
    does: text('建供应商', 'enter suppliers'),
    purpose: text(
      '供应商的资料、供货周期、到货延迟和委外产能。',
      'Data of suppliers, lead times, delays and capacity for outside work.',
    ),
    steps: [
      text('按「新建」，填编号和名称。', 'Press “New”; enter code and name.'),
      text('点「供货与产能」看供应物料、价格和在途。', 'Open “Supplies” for materials, prices and what is on the way.'),
      text('对方也用齐套时在「关联企业」关联。', 'If they use Qitao too, link them under “Linked companies”.'),
    ],
    errors: [
      {
        error: masterdataErrors.supplierCodeExists,
        remedy: text('搜索已有供应商，或换编号。', 'Search for the supplier that has it, or choose another code.'),
      },
      { error: masterdataErrors.supplierInUse, remedy: text('改为停用。', 'Disable it instead.') },
    ],
  },
]
export default guides
