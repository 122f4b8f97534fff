/** A fault that a race must find: the text that is exchanged when the file is loaded, and the two commands that meet it. */
export interface Planted {
  readonly name: string
  readonly what: string
  readonly changes: readonly { readonly file: string; readonly find: string; readonly put: string }[]
  readonly pair: readonly [string, string]
}

export const faults: readonly Planted[] = [
  {
    name: 'test',
    what: 'try',
    pair: ['report', 'undo'],
    changes: [
      {
        file: 'areas/shopfloor/server/task.queries.ts',
        find: 'order by id for update`.execute(',
        put: 'order by id`.execute(',
      },
    ],
  },
]
