/**
 * What the app on an Android device tells the page that it shows (tools/android): a label that its scanner has read, and the back key.
 * Nothing goes the other way.
 */
export const hostEvents = { scan: 'qitao:scan', back: 'qitao:back' } as const
