/** A quiet corner of a barbershop: mirror, lamp, chair, nobody. The mirror shows a short text. */
export function EmptyChair({ text }: { text: string }) {
  return (
    <div className="@container relative overflow-hidden rounded-hero">
      <img src="/empty-chair.svg" alt="Uma cadeira de barbeiro vazia" width="520" height="400" className="w-full" />
      <p
        aria-hidden="true"
        className="absolute top-[36%] left-[63.5%] -translate-1/2 font-display text-[14.5cqw] leading-none font-extrabold tracking-[-0.04em] text-night"
      >
        {text}
      </p>
    </div>
  )
}
