import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'

/** No tasks come to whoever may not report: which right is missing, who gives it, and where it is asked for. */
export function NoRight() {
  const say = useSay()
  return (
    <div className="qt-m-part">
      <p className="qt-m-problem" role="alert">
        {say(
          text(
            '您没有「{page}」的权限，因此这里没有任务。公司管理员可在「{roles}」中把它授权给您的角色；授权后点「刷新」。',
            'You have no permission for {page}, so no tasks come here. An administrator of your company can grant it to your role in {roles}; then press Refresh.',
          ),
          { page: pages.productionReport.title, roles: pages.roles.title },
        )}
      </p>
      <a className="qt-m-button" href={pages.productionReport.path}>
        {say(text('到网页端申请', 'Ask for it on the web page'))}
      </a>
    </div>
  )
}
