import { availableParallelism, cpus } from 'node:os'
import type { Figure } from './figures.ts'
import type { PageWeight } from './page-weight.ts'

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Prints what is true, beside what we aim at. */
export function printReport(figures: readonly Figure[], pages: readonly PageWeight[]) {
  console.log(
    `\n${cpus()[0]?.model ?? 'CPU'} · ${availableParallelism()} núcleos, carga e servidor na mesma máquina · Node ${process.version}\n`,
  )
  for (const { name, ratio, low, high, target, ours, floor, errors, sample } of figures) {
    const aim = target === undefined ? '' : ` (meta ${percent(target)})`
    console.log(`${name}: ${percent(ratio)} do piso${aim}, entre ${percent(low)} e ${percent(high)}`)
    console.log(
      `  ${ours.toFixed(0)}/s contra ${floor.toFixed(0)}/s · p50 ${sample.p50.toFixed(1)} ms · p99 ${sample.p99.toFixed(1)} ms · erros ${errors}`,
    )
  }
  for (const { path, html, scripts, styles, fonts } of pages) {
    console.log(
      `${path.replace(/[\da-f-]{36}/, '{id}')}: JS ${kilobytes(scripts)} (meta 130) · CSS ${kilobytes(styles)} (meta 15) · fontes ${kilobytes(fonts)} (meta 45) · HTML ${kilobytes(html)}`,
    )
  }
}
