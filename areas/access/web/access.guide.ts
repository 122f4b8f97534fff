import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { accessErrors } from '../model/access.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.roles,
    does: text('给人权限', 'give people rights'),
    purpose: text(
      '角色决定能打开哪些页面、看到哪些数据；人属于角色。',
      'Roles say which pages open and which data is seen; people have roles.',
    ),
    steps: [
      text(
        '在「角色」选「现成角色」或「新建角色」，勾页面后按「保存权限」。',
        'Under “Roles” take “Ready-made roles” or “New role”, tick pages and press “Save rights”.',
      ),
      text(
        '在「用户」按「新建用户」或「邀请成员」，给角色。',
        'Under “Users” press “New user” or “Invite members” and give a role.',
      ),
      text('别人申请的在「申请」处理。', 'Deal with what is asked for under “Requests”.'),
      text('说不清时用「为什么能或不能」，或「以此身份查看」。', 'In doubt use “Why can he, or not”, or “View as”.'),
      text(
        '离职的按「停用」；丢手机的在「登录设备」下线。',
        'Press “Disable” for who has left; sign lost phones out under “Sessions”.',
      ),
    ],
    terms: [
      {
        term: text('API令牌', 'API tokens'),
        means: text(
          '成员的程序调用接口的凭据，不超过本人权限；不再用的按「吊销」。',
          'What members’ programs call by, never more than they may themselves; press “Revoke” for what is not used any more.',
        ),
      },
      {
        term: text('共享终端', 'Shared terminals'),
        means: text(
          '车间共用的平板：在该设备上按「登记本机」，成员用PIN码登录，只做现场工作；丢失的在列表中停用。',
          'Tablets that people of the floor share: press “Register this device” on it; members sign in by PIN, for the work of the floor. Stop a lost one in the list.',
        ),
      },
    ],
    errors: [
      { error: accessErrors.roleInUse, remedy: text('先给用它的人换角色。', 'Give its people another role first.') },
      {
        error: accessErrors.lastAdmin,
        remedy: text('先把另一人设为管理员。', 'Make somebody else administrator first.'),
      },
      { error: accessErrors.selfNotAllowed, remedy: text('请另一位管理员操作。', 'Ask another administrator.') },
    ],
  },
  {
    page: pages.settings,
    does: text('设置公司和规则', 'set company and rules'),
    purpose: text(
      '公司资料、编号规则、审批流、自定义字段和各模块的规则。',
      'Company data, numbering, approval flows, custom fields and the rules of each part.',
    ),
    steps: [
      text(
        '选一类设置，如「编号规则」「审批流」「自定义字段」。',
        'Choose a part, such as “Numbering”, “Approval flows” or “Custom fields”.',
      ),
      text('改值，按「保存」；不想要按「撤销修改」。', 'Change it and press “Save”, or “Undo changes”.'),
      text(
        '单据要审批时按「新增审批流」，定条件和审批人。',
        'For approval press “Add a flow”; set condition and approvers.',
      ),
    ],
    errors: [
      {
        error: accessErrors.customFieldLimit,
        remedy: text('停用不再需要的字段。', 'Give up fields that are no longer needed.'),
      },
      { error: accessErrors.noApprover, remedy: text('在审批流里加审批人。', 'Add an approver to the flow.') },
    ],
  },
  {
    page: pages.securityLog,
    does: text('查安全日志', 'look through the security log'),
    purpose: text(
      '谁何时从哪里登录、失败、改了权限。',
      'Who signed in, failed, or changed rights, when and from where.',
    ),
    steps: [
      text('在「搜索成员、地址…」填人或地址。', 'Type a person or address into “Search by member, address…”.'),
      text('按「事件」和「时间」筛选。', 'Filter by “Event” and “Time”.'),
      text('按「导出」留存。', 'Keep it with “Export”.'),
    ],
  },
]
export default guides
