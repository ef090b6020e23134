export type Field = HTMLInputElement | HTMLSelectElement;

/** The same place and markup as the server's own errors. */
export function showError(field: Field, text: string): void {
  const id = errorId(field);
  let place = document.getElementById(id);
  if (!place) {
    place = document.createElement('p');
    place.className = 'error';
    place.id = id;
    (field.closest('.field') || field.parentElement)?.append(place);
  }
  place.textContent = text;
  field.setAttribute('aria-invalid', 'true');
  describeBy(field, [...describedBy(field).filter((each) => each !== id), id]);
}

export function clearError(field: Field): void {
  const id = errorId(field);
  document.getElementById(id)?.remove();
  field.removeAttribute('aria-invalid');
  describeBy(
    field,
    describedBy(field).filter((each) => each !== id),
  );
}

export function hasError(field: Field): boolean {
  return field.getAttribute('aria-invalid') === 'true';
}

function errorId(field: Field): string {
  return `${field.name || field.id}-error`;
}

function describedBy(field: Field): string[] {
  return (field.getAttribute('aria-describedby') || '').split(' ').filter(Boolean);
}

function describeBy(field: Field, ids: string[]): void {
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '));
  else field.removeAttribute('aria-describedby');
}
