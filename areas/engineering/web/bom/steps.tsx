import '../engineering.css'

/** Processes in their order, as chips with arrows between them; all of them on hover. */
export function Steps({ of }: { of: readonly { readonly process_name: string }[] }) {
  const names = of.map(step => step.process_name)
  return (
    <span className="qt-steps" title={names.join(' → ')}>
      {names.map((name, index) => (
        <span key={index} className="qt-step">
          {name}
        </span>
      ))}
    </span>
  )
}
