declare module '*.css'
declare module '*?raw' {
  const text: string
  export default text
}
interface ImportMeta {
  /** Of Vite: the modules or texts of the files that match. */
  glob<T>(
    files: string | string[],
    options: { eager: true; query?: string; import?: string },
  ): Readonly<Record<string, T>>
}
