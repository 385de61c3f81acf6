import { availableParallelism, cpus } from 'node:os'
import type { Figure } from './figures.ts'

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

export function printMachine() {
  console.log(
    `\n${cpus()[0]?.model ?? 'CPU'} · ${availableParallelism()} núcleos, carga e servidor na mesma máquina · Node ${process.version}\n`,
  )
}

/** Prints each measured ratio next to its target. */
export function printReport(figures: readonly Figure[]) {
  for (const { name, ratio, low, high, target, ours, floor, errors, sample } of figures) {
    const goal = target === undefined ? '' : ` (meta ${percent(target)})`
    console.log(`${name}: ${percent(ratio)} do piso${goal}, entre ${percent(low)} e ${percent(high)}`)
    console.log(
      `  ${ours.toFixed(0)}/s contra ${floor.toFixed(0)}/s · p50 ${sample.p50.toFixed(1)} ms · p99 ${sample.p99.toFixed(1)} ms · erros ${errors}`,
    )
  }
}
