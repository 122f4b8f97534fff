import type { Language } from '@qitao/core/text.ts'

/**
 * What a page gives to the Gantt and gets back. The Gantt knows no business: it draws rows, tasks and links and asks
 * pure functions for verdicts. All instants are whole seconds since the epoch, UTC; shares are 0..1 (load may exceed 1).
 */
export interface GanttInterval {
  readonly start: number
  readonly end: number
}

export interface GanttRow {
  readonly id: string
  readonly label: string
  readonly sub_label?: string
  /** A `group` row is a heading over the rows after it; it holds no tasks and takes no drops. */
  readonly kind?: 'row' | 'group'
  /** Of a group row: draws the closed chevron. The page leaves out the hidden rows. */
  readonly collapsed?: boolean
  /** Load divided by capacity of the shown period; above 1 is overload. */
  readonly load_share?: number
  /** Working time, ascending and disjoint; the gaps are shaded. Rows of one calendar should share one array. */
  readonly working?: readonly GanttInterval[]
  /** Below another row, so many steps in. */
  readonly level?: number
  /** A mark in the row: by when all of it is to be done, and how that is said. */
  readonly due?: { readonly at: number; readonly missed: boolean; readonly label: string }
  /** Intervals in which the plan of this row must not change: hatched. */
  readonly frozen?: readonly GanttInterval[]
}

/** `ready` all inputs on hand, `coming` there by the start, `short` missing. */
export type GanttKitting = 'ready' | 'coming' | 'short'

export interface GanttPlacement {
  readonly row_id: string
  readonly start: number
  readonly end: number
}

export interface GanttTask extends GanttPlacement {
  readonly id: string
  readonly label: string
  /** Second text, shown when the bar has room. */
  readonly sub_label?: string
  /** When it is worked on, where the row does not say: the bar is cut where it is not. */
  readonly working?: readonly GanttInterval[]
  /** Part of the bar, from its start, that is set-up. */
  readonly setup_seconds?: number
  /** A colour token, see gantt-tokens.ts: a status colour, `cat-1`..`cat-12`, default `processing`. */
  readonly colour?: string
  readonly progress_share?: number
  readonly locked?: boolean
  /** Others make it, outside of the factory: marked with an arrow that leads out. */
  readonly outside?: boolean
  readonly late?: boolean
  /** What the plan rests on is no longer so: marked with a sign of its own. */
  readonly conflict?: boolean
  /** Not told to anybody yet: drawn with a dashed edge. */
  readonly tentative?: boolean
  readonly kitting?: GanttKitting
  /** Where the published plan has it; drawn as an outline when it differs. */
  readonly published?: { readonly row_id?: string; readonly start: number; readonly end: number }
  /** Order (or other) identity: tasks of the selected task's group are outlined together. */
  readonly group?: string
  /** False: it may be selected but not dragged (started, done). Locked tasks are refused with a reason. */
  readonly movable?: boolean
  readonly resizable?: boolean
}

export interface GanttLink {
  readonly from: string
  readonly to: string
  /** The second may begin before the first has ended: it is handed over in parts. */
  readonly in_parts?: boolean
}
/** `overlap`: the second begins before the first has ended, as it may; `broken`: as it may not. */
export type GanttLinkState = 'kept' | 'overlap' | 'broken'

export interface GanttChange {
  readonly task_id: string
  readonly from: GanttPlacement
  readonly to: GanttPlacement
}

export type GanttVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** One line, in the language of the page. */
      readonly reason: string
      /** The changes at fault; all when absent. */
      readonly task_ids?: readonly string[]
    }

/**
 * What saving did. `changes` when the server placed them otherwise or moved other tasks too: they are shown at once and
 * make up the undo step.
 */
export type GanttSaved = GanttVerdict | { readonly ok: true; readonly changes?: readonly GanttChange[] }

export type GanttCause = 'drag' | 'resize' | 'keyboard' | 'undo' | 'redo'

/** One line of a tooltip: a plain string, or a title and a value with a tone. */
export type GanttTipLine =
  | string
  | {
      readonly title?: string
      readonly value: string
      readonly tone?: 'strong' | 'weak' | 'danger' | 'warning' | 'success'
    }

export interface GanttPlace {
  readonly task?: GanttTask
  readonly row?: GanttRow
  /** Instant under the pointer; the start of the task when asked by keyboard. */
  readonly time: number
  /** Position in the browser's window, for a menu. */
  readonly client_x: number
  readonly client_y: number
  /** The selection, including the task. */
  readonly selected: readonly string[]
}

export interface GanttSnap {
  /** Starts and ends fall on multiples of this from local midnight; 0 turns it off. Default 1800. */
  readonly seconds: number
  /** Also catch the ends of neighbours in the target row. Default true. */
  readonly neighbours?: boolean
}

/**
 * Something that the page has done, in the history of gestures: undone and redone in its turn. It answers when the page shows
 * it, for the next step is judged by that.
 */
export interface GanttStep {
  undo(): Promise<GanttStepAnswer>
  redo(): Promise<GanttStepAnswer>
}
export type GanttStepAnswer =
  /** `renamed`: tasks that have another id now, by the former one. */
  | { readonly ok: true; readonly renamed?: ReadonlyMap<string, string> }
  /** Without a reason: the plan is another since, and the step is forgotten. */
  | { readonly ok: false; readonly reason?: string }

export type GanttLevel = 'hour' | 'shift' | 'day' | 'week' | 'month'

export interface GanttView extends GanttInterval {
  readonly seconds_per_pixel: number
  readonly first_row: number
  readonly last_row: number
}

/** Everything the engine reads. The React component hands its properties through. */
export interface GanttProps {
  readonly rows: readonly GanttRow[]
  readonly tasks: readonly GanttTask[]
  readonly links?: readonly GanttLink[]
  readonly now: number
  /** IANA name of the organisation's zone; never the browser's. */
  readonly time_zone: string
  readonly language: Language
  /** Names the grid for assistive technology, e.g. 生产计划 / Production plan. */
  readonly name: string
  /** Title of the row column, e.g. 设备 / Machine. */
  readonly row_title?: string
  /** Time that can be scrolled to; default the tasks and now with 30 days around. */
  readonly range?: GanttInterval
  /** Time for which `working` is known; outside nothing is shaded. Default: first to last working interval of the row. */
  readonly calendar_range?: GanttInterval
  readonly level?: GanttLevel
  /** `chain` (default): only what the hovered and selected tasks wait for and hold up. */
  readonly links_shown?: 'chain' | 'all' | 'none'
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly snap?: GanttSnap
  /** Shortest bar that a resize leaves. Default 60. */
  readonly min_seconds?: number
  readonly read_only?: boolean
  /** Default true. False: a drag keeps the row. */
  readonly rows_change?: boolean
  /** Default true. */
  readonly resizable?: boolean
  readonly selected?: readonly string[]
  /** Tasks that are looked at: all others fade. Absent: all are. */
  readonly lit?: ReadonlySet<string>
  /** Tasks and rows that were found. */
  readonly marked?: ReadonlySet<string>

  /**
   * Pure and quick, called while dragging: where a proposed change really ends up (end over breaks, time on that
   * machine). Default: as proposed, the duration kept.
   */
  readonly settle?: (change: GanttChange, task: GanttTask) => GanttPlacement
  /** Pure and quick, called at most once a frame while dragging, with all changes of the gesture. */
  readonly judge?: (changes: readonly GanttChange[]) => GanttVerdict
  /**
   * Saves a gesture. Shown at once and as saving; a refusal or an exception puts everything back and shows why. Bring
   * `tasks` up to date before the promise resolves, or leave them: what was saved stays shown until `tasks` is a new array.
   */
  readonly onChange?: (changes: readonly GanttChange[], cause: GanttCause) => Promise<GanttSaved>
  /** Pure and quick, asked for what is painted: how the tasks of a link stand to each other. Default: by their bars. */
  readonly linkState?: (link: GanttLink) => GanttLinkState
  readonly onSelect?: (task_ids: readonly string[]) => void
  readonly onClick?: (place: GanttPlace) => void
  /** Double click or Enter. */
  readonly onOpen?: (task: GanttTask) => void
  readonly onMenu?: (place: GanttPlace) => void
  /** Key `l`: lock those that are not, or unlock when all are. */
  readonly onLock?: (task_ids: readonly string[], lock: boolean) => void
  /** Click on a row's heading; a group row is opened and closed by the page. */
  readonly onRow?: (row: GanttRow) => void
  readonly onView?: (view: GanttView) => void
  /** May what is dragged from outside (see startGanttDrag) fall here? Pure and quick. */
  readonly judgeExternal?: (row: GanttRow, time: number, payload: unknown) => GanttVerdict
  readonly onDropExternal?: (row: GanttRow, time: number, payload: unknown) => Promise<GanttVerdict> | undefined
  readonly tooltip?: (task: GanttTask) => readonly GanttTipLine[]
  readonly rowTooltip?: (row: GanttRow) => readonly GanttTipLine[]
  /** Name of a task for assistive technology and tests; default label, row and times. */
  readonly taskName?: (task: GanttTask) => string
}

export interface GanttLegendEntry {
  /** A colour token, as in GanttTask.colour. */
  readonly colour: string
  readonly label: string
}

/** What the page may ask of a mounted Gantt, by ref. */
export interface GanttHandle {
  /** Brings the task into sight, selects it and puts the keyboard on it. False when it is not in the data. */
  showTask(task_id: string): boolean
  showTime(time: number): void
  showRow(row_id: string): void
  setLevel(level: GanttLevel): void
  zoom(factor: number): void
  /** All tasks, or a period. */
  fit(period?: GanttInterval): void
  today(): void
  /** `step`: only when it is what was done last. */
  undo(step?: GanttStep): void
  redo(): void
  /** The page has done something that can be undone; it is done already. */
  record(step: GanttStep): void
  focus(): void
  /** PNG of a period with all rows, for print and export. Refuses more than `max_pixels` (default 40 million). */
  image(period: GanttInterval, options?: { readonly width?: number; readonly max_pixels?: number }): Promise<Blob>
}
