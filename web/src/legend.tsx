// What the marks mean.

export function Legend() {
  return (
    <ul class="legend" aria-label="What the marks mean">
      <li>
        <mark class="matched abnormal">matched</mark>
      </li>
      <li>
        <mark class="partly abnormal">partly</mark>
      </li>
      <li>
        <mark class="missing abnormal">missing</mark>
      </li>
      <li>
        <mark class="invented abnormal">invented</mark>
      </li>
      <li>
        <mark class="contradicted abnormal">contradicted</mark>
      </li>
      <li>
        <span class="left-out">left out</span>
      </li>
    </ul>
  );
}
