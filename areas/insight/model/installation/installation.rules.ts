import { type Text, text } from '@qitao/core/text.ts'

const hour = 3_600
/** Older than a night and the day after it. */
const backupHours = 26
const leastFreePart = 0.1
const longWaitSeconds = 600
const longLockSeconds = 30
const mostConnectionsPart = 0.9

export interface Seen {
  readonly now: number
  readonly disk: { readonly bytes: number; readonly free_bytes: number } | null
  readonly database: { readonly connections: number; readonly most_connections: number }
  readonly backups: readonly { readonly moment_time: number; readonly tried_time: number | null }[]
  readonly lanes: readonly { readonly oldest_seconds: number }[]
  readonly failed_jobs: readonly { readonly count: number }[]
  readonly waiting: readonly { readonly seconds: number }[]
}
export interface Concern {
  readonly key: 'backup' | 'trial' | 'disk' | 'jobs' | 'failed' | 'locks' | 'connections'
  readonly words: Text
  readonly values: Readonly<Record<string, number>>
}

/** What whoever runs the installation should look at, each with what to do. */
export function concernsOf(seen: Seen): Concern[] {
  const concerns: Concern[] = []
  const tell = (key: Concern['key'], words: Text, values: Concern['values'] = {}) =>
    concerns.push({ key, words, values })
  const [last] = seen.backups
  if (!last)
    tell('backup', text('还没有备份：请每天运行 npm run backup', 'There is no backup: run npm run backup every night'))
  else if (seen.now - last.moment_time > backupHours * hour)
    tell(
      'backup',
      text(
        '最近的备份是 {hours} 小时前：请检查每天的备份任务',
        'The last backup is {hours} hours old: look at the nightly job',
      ),
      { hours: Math.floor((seen.now - last.moment_time) / hour) },
    )
  if (last && last.tried_time === null)
    tell(
      'trial',
      text(
        '最近的备份没有试恢复：请不带 --no-trial 运行备份',
        'The last backup was not restored by way of trial: run it without --no-trial',
      ),
    )
  if (seen.disk && seen.disk.free_bytes < seen.disk.bytes * leastFreePart)
    tell(
      'disk',
      text('磁盘只剩 {percent}% ：请清理或扩容', '{percent} % of the disk is free: make room, or take a larger one'),
      {
        percent: Math.floor((seen.disk.free_bytes * 100) / seen.disk.bytes),
      },
    )
  const oldest = Math.max(0, ...seen.lanes.map(lane => lane.oldest_seconds))
  if (oldest > longWaitSeconds)
    tell(
      'jobs',
      text(
        '任务已等待 {minutes} 分钟：请增加 worker 进程，或查看日志',
        'Jobs have waited for {minutes} minutes: start more workers, or look into the log',
      ),
      {
        minutes: Math.floor(oldest / 60),
      },
    )
  const failed = seen.failed_jobs.reduce((sum, { count }) => sum + count, 0)
  if (failed > 0)
    tell(
      'failed',
      text(
        '一天内有 {failed} 个任务失败：按任务类型查看日志',
        'Jobs that failed within a day: {failed}. Look for their kind in the log',
      ),
      { failed },
    )
  const longest = Math.max(0, ...seen.waiting.map(({ seconds }) => seconds))
  if (longest > longLockSeconds)
    tell(
      'locks',
      text(
        '有语句等待锁 {seconds} 秒：请查看下面的等待列表',
        'A statement has waited for a lock for {seconds} seconds: see what waits below',
      ),
      {
        seconds: longest,
      },
    )
  if (seen.database.connections > seen.database.most_connections * mostConnectionsPart)
    tell(
      'connections',
      text(
        '数据库连接用了 {used} / {most}：请提高 max_connections，或减少进程',
        '{used} of {most} connections to the database are used: raise max_connections, or run fewer processes',
      ),
      { used: seen.database.connections, most: seen.database.most_connections },
    )
  return concerns
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
/** 1.4 GB. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** step
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[step]}`
}

/** 3 h 20 min. */
export function spanText(seconds: number): Text {
  if (seconds < 120) return text(`${seconds} 秒`, `${seconds} s`)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return text(`${minutes} 分钟`, `${minutes} min`)
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? text(`${hours} 小时 ${minutes % 60} 分钟`, `${hours} h ${minutes % 60} min`)
    : text(`${Math.floor(hours / 24)} 天 ${hours % 24} 小时`, `${Math.floor(hours / 24)} d ${hours % 24} h`)
}
