import type { GrowthFigure } from './growth.ts'
import type { SearchFigure } from './search.ts'

const milliseconds = (value: number) => value.toFixed(2).padStart(7)

/** Each order and filter at every size, and the growth of the median from the first size to the last. */
export function printGrowth(figures: readonly GrowthFigure[]) {
  const groups = Map.groupBy(figures, ({ order, filter }) => `${order}, ${filter}`)
  console.log(
    '\nnearby em São Paulo, 50 km, outro ponto a cada pedido; ms de CPU do servidor inteiro por pedido (meta 2), p50, p99',
  )
  for (const [name, sizes] of groups) {
    const first = sizes[0] as GrowthFigure
    const cells = sizes.map(
      ({ shops, cpuMs, p50, p99 }) =>
        `${String(shops).padStart(8)}: ${milliseconds(cpuMs)}${milliseconds(p50)}${milliseconds(p99)}`,
    )
    const growth = (sizes.at(-1) as GrowthFigure).p50 / first.p50
    const errors = sizes.reduce((sum, size) => sum + size.errors, 0)
    console.log(`${name.padEnd(34)}${cells.join(' | ')} | p50 × ${growth.toFixed(2)} (meta 1,5) · erros ${errors}`)
  }
}

export function printSearch(figures: readonly SearchFigure[]) {
  if (figures.length > 0) console.log('\nbusca por texto, ms por pedido (meta p95 20)')
  for (const { query, p50, p95, p99, errors } of figures)
    console.log(
      `${query.padEnd(16)} p50${milliseconds(p50)} · p95${milliseconds(p95)} · p99${milliseconds(p99)} · erros ${errors}`,
    )
}
